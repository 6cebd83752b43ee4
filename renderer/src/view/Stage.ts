import {
  Box3,
  DirectionalLight,
  Frustum,
  Group,
  HemisphereLight,
  type LineSegments,
  type Material,
  Matrix4,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import type { Point } from '../../../src/shared/geometry.ts'
import type { DisplayObject } from '../../../src/shared/view.ts'
import { gridStep, makeGrid } from './grid.ts'
import { Materials, type Standing, type ViewMode } from './Materials.ts'
import { Navigation } from './Navigation.ts'
import type { Sight } from './OutOfSight.tsx'
import { type Palette, readPalette } from './palette.ts'
import { Shape } from './Shape.ts'

/** From so many objects on edges are hairlines; fat lines cost several times as much to draw. */
const CROWD = 500
/** Width of the strip around a line or point that still counts as a hit, px. */
const GRAB = 6
/** Where z is 0. */
const GROUND = new Plane(new Vector3(0, 0, 1), 0)

/**
 * The document in three dimensions, as Rhino shades it. It draws only when something changed: there is no loop.
 * Throws where the browser has no WebGL.
 */
export class Stage {
  /** After every drawing; the axes in the corner follow the camera. */
  onDrawn: (camera: PerspectiveCamera) => void = () => undefined
  readonly navigation: Navigation
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(35, 1, 0.1, 10_000)
  readonly #objects = new Group()
  readonly #shapes = new Map<string, Shape>()
  readonly #size = new Vector2(1, 1)
  #palette: Palette = readPalette()
  readonly #materials = new Materials(this.#palette, this.#size)
  /** Of everything; measured again after each change of the shapes. */
  #extent: Box3 | null | undefined
  #grid: LineSegments | null = null
  #step = 0
  #mode: ViewMode = 'shaded'
  #selected: ReadonlySet<string> = new Set()
  #changed: ReadonlySet<string> = new Set()
  #lit: ReadonlySet<string> = new Set()
  #crowded = false
  #frame = 0

  constructor(canvas: HTMLCanvasElement) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true })
    this.#camera.up.set(0, 0, 1)
    const headlight = new DirectionalLight('#ffffff', 2.3)
    headlight.position.set(-0.4, 0.55, 1)
    this.#camera.add(headlight, headlight.target)
    headlight.target.position.set(0, 0, -1)
    this.#scene.add(this.#camera, new HemisphereLight('#ffffff', '#a3a19c', 2.0), this.#objects)
    this.#scene.background = this.#palette.ground
    this.navigation = new Navigation(this.#camera, canvas, () => this.draw())
    canvas.addEventListener('webglcontextrestored', () => this.draw())
    this.#fitGrid()
    this.navigation.frame(null)
  }

  /** Adds an object or replaces it. False where nothing of it can be seen: no buffers, or buffers that make no sense. */
  upsert(object: DisplayObject): boolean {
    const old = this.#shapes.get(object.guid)
    if (old?.key === object.key) return old.visible
    this.remove(object.guid)
    try {
      const shape = new Shape(object)
      shape.group.userData.guid = object.guid
      this.#shapes.set(object.guid, shape)
      this.#extent = undefined
      this.#objects.add(shape.group)
      if (!this.#crowded && this.#shapes.size > CROWD) {
        this.#crowded = true
        this.#restyle()
      } else {
        this.#style(object.guid, shape)
        this.draw()
      }
      return shape.visible
    } catch (error) {
      console.warn(`Object ${object.guid} cannot be drawn.`, error)
      return false
    }
  }

  remove(guid: string): void {
    this.#shapes.get(guid)?.dispose()
    this.#shapes.delete(guid)
    this.#extent = undefined
    if (this.#crowded && this.#shapes.size < CROWD / 2) {
      this.#crowded = false
      this.#restyle()
    }
    this.draw()
  }

  get count(): number {
    return this.#shapes.size
  }

  mark(what: 'selected' | 'changed' | 'lit', guids: readonly string[]): void {
    const next = new Set(guids)
    const old = { selected: this.#selected, changed: this.#changed, lit: this.#lit }[what]
    if (what === 'selected') this.#selected = next
    else if (what === 'changed') this.#changed = next
    else this.#lit = next
    for (const guid of new Set([...old, ...next])) {
      const shape = this.#shapes.get(guid)
      if (shape && old.has(guid) !== next.has(guid)) this.#style(guid, shape)
    }
    this.draw()
  }

  setMode(mode: ViewMode): void {
    this.#mode = mode
    this.#materials.become(mode, this.#palette)
    this.#restyle()
  }

  /** The page's colours changed. */
  repaint(): void {
    this.#palette = readPalette()
    this.#scene.background = this.#palette.ground
    this.#step = 0
    this.#fitGrid()
    this.#materials.become(this.#mode, this.#palette)
    this.#restyle()
  }

  /** Bounds of the given objects, or of all; null where there is nothing. */
  bounds(guids?: readonly string[]): Box3 | null {
    if (guids) return boxAround(guids.map((guid) => this.#shapes.get(guid)))
    if (this.#extent === undefined) this.#extent = boxAround(this.#shapes.values())
    return this.#extent
  }

  /** Everything, or what is selected, fills the view. */
  zoom(guids?: readonly string[]): void {
    this.#fitGrid()
    this.navigation.frame(this.bounds(guids))
  }

  /** Brings new geometry into sight, unless the person has chosen where to look from. */
  follow(): void {
    const box = this.bounds()
    if (box && !this.navigation.touched && !this.navigation.sees(box)) this.zoom()
  }

  /** Which objects of the newest turn have no part in the picture, and whether nothing at all has. */
  sight(): Sight {
    this.#camera.updateMatrixWorld()
    const { projectionMatrix, matrixWorldInverse } = this.#camera
    const frustum = new Frustum().setFromProjectionMatrix(
      new Matrix4().multiplyMatrices(projectionMatrix, matrixWorldInverse),
    )
    const seen = (shape: Shape | undefined): boolean => {
      const box = boxAround([shape])
      return box === null || frustum.intersectsBox(box)
    }
    const some = this.#shapes.size === 0 || [...this.#shapes.values()].some(seen)
    return { changed: [...this.#changed].filter((guid) => !seen(this.#shapes.get(guid))), all: !some }
  }

  /** The object at a place of the canvas, in px from its upper left corner. */
  pick(x: number, y: number): string | null {
    const hits = this.#rayAt(x, y).intersectObjects(this.#objects.children, true)
    const guid: unknown = hits[0]?.object.parent?.userData.guid
    return typeof guid === 'string' ? guid : null
  }

  /** The point of the model at a place of the canvas, or of the ground plane where there is no object. */
  pointAt(x: number, y: number): Point | null {
    const ray = this.#rayAt(x, y)
    const hit = ray.intersectObjects(this.#objects.children, true)[0]?.point
    const point = hit ?? ray.ray.intersectPlane(GROUND, new Vector3())
    return point && [point.x, point.y, point.z]
  }

  #rayAt(x: number, y: number): Raycaster {
    const ray = new Raycaster()
    const perPixel = this.navigation.unitsPerPixel(this.#size.y)
    ray.params.Points.threshold = GRAB * perPixel
    ray.params.Line.threshold = GRAB * perPixel
    Object.assign(ray.params, { Line2: { threshold: GRAB } })
    ray.setFromCamera(new Vector2((x / this.#size.x) * 2 - 1, 1 - (y / this.#size.y) * 2), this.#camera)
    return ray
  }

  resize(width: number, height: number): void {
    if (width <= 0 || height <= 0) return
    this.#size.set(width, height)
    this.#renderer.setPixelRatio(Math.min(2, window.devicePixelRatio))
    this.#renderer.setSize(width, height, false)
    this.#camera.aspect = width / height
    this.#camera.updateProjectionMatrix()
    this.#materials.resize()
    this.draw()
  }

  /** Draws once in the next frame, however often it is asked for. */
  draw(): void {
    if (this.#frame) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.navigation.fitDepth(this.bounds(), this.#step)
      this.#renderer.render(this.#scene, this.#camera)
      this.onDrawn(this.#camera)
    })
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = -1
    this.navigation.dispose()
    for (const shape of this.#shapes.values()) shape.dispose()
    this.#shapes.clear()
    this.#materials.dispose()
    this.#disposeGrid()
    this.#renderer.dispose()
  }

  #style(guid: string, shape: Shape): void {
    shape.style(this.#materials, this.#standingOf(guid), this.#crowded)
  }

  #standingOf(guid: string): Standing {
    if (this.#selected.has(guid)) return 'selected'
    if (this.#lit.has(guid)) return 'lit'
    return this.#changed.has(guid) ? 'changed' : 'plain'
  }

  #restyle(): void {
    for (const [guid, shape] of this.#shapes) this.#style(guid, shape)
    this.draw()
  }

  #fitGrid(): void {
    const size = this.bounds()?.getSize(new Vector3()).length() ?? 40
    const step = gridStep(size)
    if (step === this.#step) return
    this.#disposeGrid()
    this.#step = step
    this.#grid = makeGrid(step, this.#palette)
    this.#scene.add(this.#grid)
  }

  #disposeGrid(): void {
    this.#grid?.geometry.dispose()
    const material: Material | Material[] | undefined = this.#grid?.material
    if (material && !Array.isArray(material)) material.dispose()
    this.#grid?.removeFromParent()
    this.#grid = null
  }
}

function boxAround(shapes: Iterable<Shape | undefined>): Box3 | null {
  const box = new Box3()
  for (const shape of shapes) {
    if (!shape?.extent) continue
    box.expandByPoint(new Vector3(...shape.extent.min)).expandByPoint(new Vector3(...shape.extent.max))
  }
  return box.isEmpty() ? null : box
}
