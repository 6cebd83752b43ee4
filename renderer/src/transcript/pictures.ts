import { useEffect, useState } from 'react'
import { bytesOf } from '../link/base64.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'

/** Pictures never change under their id, so each is asked for once; the oldest make room for new ones. */
const kept = new Map<string, Promise<string>>()
const KEPT = 96

function load(id: string): Promise<string> {
  const known = kept.get(id)
  if (known) {
    kept.delete(id)
    kept.set(id, known)
    return known
  }
  const asked = core
    .call((api) => api.picture.get({ picture: id }))
    .then(({ mime, data }) => URL.createObjectURL(new Blob([bytesOf(data)], { type: mime })))
  asked.catch(() => kept.delete(id))
  kept.set(id, asked)
  for (const [old, url] of kept) {
    if (kept.size <= KEPT) break
    kept.delete(old)
    url.then(URL.revokeObjectURL, () => undefined)
  }
  return asked
}

export type PictureState = { state: 'loading' } | { state: 'shown'; url: string } | { state: 'failed'; why: string }

export function usePicture(id: string): PictureState {
  const [picture, setPicture] = useState<PictureState>({ state: 'loading' })
  useEffect(() => {
    let gone = false
    setPicture({ state: 'loading' })
    load(id).then(
      (url) => !gone && setPicture({ state: 'shown', url }),
      (error) => !gone && setPicture({ state: 'failed', why: troubleOf(error).cause }),
    )
    return () => {
      gone = true
    }
  }, [id])
  return picture
}
