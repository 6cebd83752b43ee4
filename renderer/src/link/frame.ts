/**
 * Runs the newest of many requests once a frame. A hidden page draws no frames, so there a timer takes their place.
 */
export function perFrame(run: () => void): () => void {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    const go = () => {
      waiting = false
      run()
    }
    if (document.visibilityState === 'hidden') setTimeout(go, 100)
    else requestAnimationFrame(go)
  }
}
