import { type Faces, STRIDE } from './faces.ts'
import { SHADE_MIDDLE, SHADE_SCALE, SIDE_BITS } from './shade.ts'

/** A band of the picture in samples: its rows from `top` on, and what is nearest in each sample. */
export interface Band {
  readonly width: number
  readonly top: number
  readonly rows: number
  readonly nearness: Float32Array
  readonly colors: Uint32Array
}

/**
 * Fills triangles into a band, nearest first. Everything is linear on screen, so a row needs its ends and three slopes;
 * the loops allocate nothing. (`as number`: the indices are inside by construction, and a check per sample would cost a
 * third of the time.)
 */
export function fillFaces({ corners, triangles }: Faces, shades: Uint32Array, band: Band): void {
  const bottom = band.top + band.rows
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const a = (triangles[t] as number) * STRIDE
    const b = (triangles[t + 1] as number) * STRIDE
    const c = (triangles[t + 2] as number) * STRIDE
    const ay = corners[a + 1] as number
    const by = corners[b + 1] as number
    const cy = corners[c + 1] as number
    // A sample lies at the middle of its square, hence the halves.
    const first = Math.max(band.top, Math.ceil(Math.min(ay, by, cy) - 0.5))
    const last = Math.min(bottom - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
    if (first <= last) fillTriangle(corners, a, b, c, first, last, shades, band)
  }
}

function fillTriangle(
  corners: Float64Array,
  a: number,
  b: number,
  c: number,
  first: number,
  last: number,
  shades: Uint32Array,
  band: Band,
): void {
  const { width, nearness, colors } = band
  const ax = corners[a] as number
  const ay = corners[a + 1] as number
  const abx = (corners[b] as number) - ax
  const aby = (corners[b + 1] as number) - ay
  const acx = (corners[c] as number) - ax
  const acy = (corners[c + 1] as number) - ay
  const area = abx * acy - aby * acx
  if (area > -1e-9 && area < 1e-9) return
  const inverse = 1 / area
  // Shares of b and c grow by these with a step to the right and a step down.
  const bx = acy * inverse
  const by = -acx * inverse
  const cx = -aby * inverse
  const cy = abx * inverse

  const an = corners[a + 2] as number
  const bn = (corners[b + 2] as number) - an
  const cn = (corners[c + 2] as number) - an
  // Surfaces are seen from both sides: what faces away is lit as if it faced us.
  const away = (corners[a + 5] as number) + (corners[b + 5] as number) + (corners[c + 5] as number) < 0
  const turn = away ? -SHADE_SCALE : SHADE_SCALE
  const au = (corners[a + 3] as number) * turn
  const bu = (corners[b + 3] as number) * turn - au
  const cu = (corners[c + 3] as number) * turn - au
  const av = (corners[a + 4] as number) * turn
  const bv = (corners[b + 4] as number) * turn - av
  const cv = (corners[c + 4] as number) * turn - av
  const nStep = bn * bx + cn * cx
  const uStep = bu * bx + cu * cx
  const vStep = bv * bx + cv * cx

  for (let y = first; y <= last; y += 1) {
    const dy = y + 0.5 - ay
    // On this row the shares are linear in x; the three of them stay above zero between `from` and `to`.
    const bRow = by * dy
    const cRow = cy * dy
    let from = -ax
    let to = width - ax
    if (bx > 0) from = Math.max(from, -bRow / bx)
    else if (bx < 0) to = Math.min(to, -bRow / bx)
    else if (bRow < 0) continue
    if (cx > 0) from = Math.max(from, -cRow / cx)
    else if (cx < 0) to = Math.min(to, -cRow / cx)
    else if (cRow < 0) continue
    const aStep = -bx - cx
    const aRow = 1 - bRow - cRow
    if (aStep > 0) from = Math.max(from, -aRow / aStep)
    else if (aStep < 0) to = Math.min(to, -aRow / aStep)
    else if (aRow < 0) continue

    const left = Math.max(0, Math.ceil(from + ax - 0.5 - 1e-7))
    const right = Math.min(width - 1, Math.floor(to + ax - 0.5 + 1e-7))
    const dx = left + 0.5 - ax
    const bShare = bRow + bx * dx
    const cShare = cRow + cx * dx
    let n = an + bn * bShare + cn * cShare
    let u = au + bu * bShare + cu * cShare + SHADE_MIDDLE
    let v = av + bv * bShare + cv * cShare + SHADE_MIDDLE
    const row = (y - band.top) * width
    for (let at = row + left; at <= row + right; at += 1) {
      if (n > (nearness[at] as number)) {
        nearness[at] = n
        colors[at] = shades[((v | 0) << SIDE_BITS) | (u | 0)] as number
      }
      n += nStep
      u += uStep
      v += vStep
    }
  }
}
