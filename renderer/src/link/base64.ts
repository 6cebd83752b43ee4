/** Newer engines decode in one native step; the type is not in the library yet. */
const native: unknown = Reflect.get(Uint8Array, 'fromBase64')

/** Throws a SyntaxError for what is no base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  if (typeof native === 'function') return native.call(Uint8Array, base64)
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** A file's content, read and encoded by the browser away from the page's own thread. */
export function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'))
    reader.readAsDataURL(file)
  })
}
