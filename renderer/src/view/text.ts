import { type BufferGeometry, CanvasTexture, DoubleSide, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three'
import type { DisplayObject } from '../../../src/shared/view.ts'

const PX = 64
const LINE_PX = PX * 1.25
/** Longer texts are drawn as far as one picture reaches. */
const LARGEST = 2048

/** Text lies in the plane of the ground, its lower left corner where the document has it. */
export function writeText({
  value,
  at,
  height,
}: NonNullable<DisplayObject['text']>): Mesh<BufferGeometry, MeshBasicMaterial> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  const font = `${PX}px "Inter Variable", sans-serif`
  const lines = value.split('\n')
  if (pen) pen.font = font
  canvas.width = Math.min(LARGEST, Math.ceil(Math.max(1, ...lines.map((line) => pen?.measureText(line).width ?? PX))))
  canvas.height = Math.min(LARGEST, Math.ceil(LINE_PX * lines.length))
  if (pen) {
    // Setting the size has cleared everything about the pen.
    pen.font = font
    pen.fillStyle = '#ffffff'
    pen.textBaseline = 'middle'
    for (const [i, line] of lines.entries()) pen.fillText(line, 0, LINE_PX * (i + 0.5))
  }
  const map = new CanvasTexture(canvas)
  const material = new MeshBasicMaterial({ map, transparent: true, side: DoubleSide, depthWrite: false })
  const scale = height / PX
  const [width, depth] = [canvas.width * scale, canvas.height * scale]
  const mesh = new Mesh<BufferGeometry, MeshBasicMaterial>(new PlaneGeometry(width, depth), material)
  mesh.position.set(at[0] + width / 2, at[1] + depth / 2, at[2])
  return mesh
}
