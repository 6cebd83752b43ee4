import {
  type Color,
  DoubleSide,
  LineBasicMaterial,
  type Material,
  type MeshBasicMaterial,
  MeshLambertMaterial,
  PointsMaterial,
  type Vector2,
} from 'three'
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js'
import { faceColor, isBlack, linear, type Palette } from './palette.ts'

export const VIEW_MODES = ['shaded', 'wireframe', 'ghosted'] as const
export type ViewMode = (typeof VIEW_MODES)[number]

/** What is special about an object at the moment; the first that holds is what is seen. */
export type Standing = 'selected' | 'lit' | 'changed' | 'plain'

const LINE = 1.25
const CURVE_LINE = 1.75
const BOLD_LINE = 2.25
const POINT_SIZE = 6

/** How much of the mark's colour a face takes on. */
const TINT = { selected: 0.65, lit: 0.45, changed: 0.12, plain: 0 } as const

/** One material for all objects that look the same: a document of ten thousand parts has a handful. */
export class Materials {
  readonly #kept = new Map<string, Material>()
  readonly #size: Vector2
  #palette: Palette
  #mode: ViewMode = 'shaded'

  constructor(palette: Palette, size: Vector2) {
    this.#palette = palette
    this.#size = size
  }

  /** Everything must be styled anew afterwards. */
  become(mode: ViewMode, palette: Palette): void {
    this.#mode = mode
    this.#palette = palette
    this.dispose()
  }

  faces(color: readonly number[], standing: Standing): MeshLambertMaterial {
    return this.#keep(`faces ${standing} ${color}`, () => {
      const ghost = this.#mode === 'ghosted'
      return new MeshLambertMaterial({
        color: faceColor(color).lerp(this.#mark(standing), TINT[standing]),
        side: DoubleSide,
        visible: this.#mode !== 'wireframe',
        transparent: ghost,
        opacity: ghost ? 0.35 : 1,
        depthWrite: !ghost,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      })
    })
  }

  /** `own` is a curve's own colour; edges of a solid are drawn in the view's ink. */
  lines(own: readonly number[] | null, standing: Standing): LineMaterial {
    return this.#keep(`lines ${standing} ${own}`, () => {
      const linewidth = standing !== 'plain' ? BOLD_LINE : own ? CURVE_LINE : LINE
      const material = new LineMaterial({ linewidth })
      material.color = this.#ink(own, standing)
      material.resolution.copy(this.#size)
      return material
    })
  }

  /**
   * One pixel wide: where there are so many edges that fat lines would be slow, and for the wires of a mesh, which
   * would hide its form: few are faint, many are left out. In wireframe they are all there is, at full strength.
   */
  hairlines(edges: 'edges' | 'wires' | 'many wires', standing: Standing): LineBasicMaterial {
    return this.#keep(`hairlines ${edges} ${standing}`, () => {
      const faint = edges !== 'edges' && this.#mode !== 'wireframe'
      const opacity = faint ? (standing === 'plain' ? 0.15 : 0.35) : 1
      const visible = !faint || edges === 'wires' || standing !== 'plain'
      return new LineBasicMaterial({ color: this.#ink(null, standing), transparent: faint, opacity, visible })
    })
  }

  points(own: readonly number[], standing: Standing): PointsMaterial {
    return this.#keep(`points ${standing} ${own}`, () => {
      const color = this.#ink(own, standing)
      return new PointsMaterial({ color, size: POINT_SIZE, sizeAttenuation: false })
    })
  }

  /** Colours a text's own material; its letters are a picture that is no one else's. */
  letter(material: MeshBasicMaterial, own: readonly number[], standing: Standing): void {
    material.color = this.#ink(own, standing)
  }

  /** Fat lines are drawn in screen space and need its size. */
  resize(): void {
    for (const material of this.#kept.values()) {
      if (material instanceof LineMaterial) material.resolution.copy(this.#size)
    }
  }

  dispose(): void {
    for (const material of this.#kept.values()) material.dispose()
    this.#kept.clear()
  }

  #keep<M extends Material>(key: string, make: () => M): M {
    const known = this.#kept.get(key)
    // The key says the kind, so what is kept under it is what `make` makes.
    if (known) return known as M
    const made = make()
    this.#kept.set(key, made)
    return made
  }

  #mark(standing: Standing): Color {
    return standing === 'selected' ? this.#palette.selected : this.#palette.accent
  }

  /** Curves carry their own colour; black ones take the view's ink, to be seen on a dark ground too. */
  #ink(own: readonly number[] | null, standing: Standing): Color {
    if (standing !== 'plain') return this.#mark(standing).clone()
    if (own === null) return this.#palette.edge.clone()
    return isBlack(own) ? this.#palette.curve.clone() : linear(own)
  }
}
