import { type Box3, MOUSE, type PerspectiveCamera, Sphere, TOUCH, Vector3 } from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'

/** From where Rhino's perspective view looks at a new document. */
const FIRST_DIRECTION = new Vector3(0.55, -1, 0.62).normalize()
const FIRST_RADIUS = 40
const MARGIN = 1.15
const ORBIT_STEP = Math.PI / 24
const MOVE_MS = 180

/**
 * The camera: drag orbits, shift or the middle button pans, the wheel zooms to the pointer, arrow keys do the same.
 * Z is up. Nothing moves by itself but a zoom to extents, for 180 ms.
 */
export class Navigation {
  readonly #camera: PerspectiveCamera
  readonly #controls: OrbitControls
  readonly #changed: () => void
  #moving = 0
  #touched = false

  constructor(camera: PerspectiveCamera, canvas: HTMLCanvasElement, changed: () => void) {
    this.#camera = camera
    this.#changed = changed
    this.#controls = new OrbitControls(camera, canvas)
    this.#controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.ROTATE }
    this.#controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN }
    this.#controls.zoomToCursor = true
    this.#controls.zoomSpeed = 1.4
    this.#controls.addEventListener('change', changed)
    this.#controls.addEventListener('start', () => this.#take())
  }

  /** False while the camera still stands where the last zoom to extents put it: then it may follow the model. */
  get touched(): boolean {
    return this.#touched
  }

  /** Whether all of a box is in sight. */
  sees(box: Box3): boolean {
    this.#camera.updateMatrixWorld()
    const corner = new Vector3()
    for (let i = 0; i < 8; i++) {
      corner.set(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z)
      corner.project(this.#camera)
      if (Math.abs(corner.x) > 1 || Math.abs(corner.y) > 1 || corner.z > 1) return false
    }
    return true
  }

  /** Fills the view with a box, looking from where it looks now; null is the place of a new document. */
  frame(box: Box3 | null): void {
    this.#touched = false
    const first = this.#camera.position.lengthSq() === 0
    const sphere = box?.getBoundingSphere(new Sphere()) ?? new Sphere(new Vector3(), FIRST_RADIUS)
    const radius = Math.max(sphere.radius, 1e-6)
    const direction = first
      ? FIRST_DIRECTION.clone()
      : this.#camera.position.clone().sub(this.#controls.target).normalize()
    const half = (this.#camera.fov * Math.PI) / 360
    const narrow = Math.min(half, Math.atan(Math.tan(half) * this.#camera.aspect))
    const distance = (radius * MARGIN) / Math.sin(narrow)
    const position = sphere.center.clone().addScaledVector(direction, distance)
    if (first || window.matchMedia('(prefers-reduced-motion: reduce)').matches) this.#place(position, sphere.center)
    else this.#glide(position, sphere.center)
  }

  /** Back to the first direction, keeping what is in view. */
  home(box: Box3 | null): void {
    this.#camera.position.copy(this.#controls.target).add(FIRST_DIRECTION)
    this.frame(box)
  }

  orbit(right: number, up: number): void {
    this.#take()
    const offset = this.#camera.position.clone().sub(this.#controls.target)
    const radius = offset.length()
    const azimuth = Math.atan2(offset.y, offset.x) + right * ORBIT_STEP
    const polar = Math.acos(Math.max(-1, Math.min(1, offset.z / radius))) - up * ORBIT_STEP
    const angle = Math.max(0.01, Math.min(Math.PI - 0.01, polar))
    offset.set(
      radius * Math.sin(angle) * Math.cos(azimuth),
      radius * Math.sin(angle) * Math.sin(azimuth),
      radius * Math.cos(angle),
    )
    this.#place(this.#controls.target.clone().add(offset), this.#controls.target)
  }

  pan(right: number, up: number): void {
    this.#take()
    const step = this.#camera.position.distanceTo(this.#controls.target) / 20
    const move = new Vector3()
      .addScaledVector(new Vector3().setFromMatrixColumn(this.#camera.matrix, 0), right * step)
      .addScaledVector(new Vector3().setFromMatrixColumn(this.#camera.matrix, 1), up * step)
    this.#place(this.#camera.position.clone().add(move), this.#controls.target.clone().add(move))
  }

  /** Above 1 comes nearer. */
  dolly(factor: number): void {
    this.#take()
    const { target } = this.#controls
    this.#place(this.#camera.position.clone().sub(target).divideScalar(factor).add(target), target)
  }

  /** Model units that a pixel covers at the point looked at. */
  unitsPerPixel(height: number): number {
    const distance = this.#camera.position.distanceTo(this.#controls.target)
    return (2 * distance * Math.tan((this.#camera.fov * Math.PI) / 360)) / Math.max(1, height)
  }

  /** Puts the clipping planes around what is there: precise for a screw, wide enough for a site. */
  fitDepth(box: Box3 | null, step: number): void {
    const distance = this.#camera.position.distanceTo(this.#controls.target)
    const reach = step * 75 + this.#controls.target.length()
    const far = Math.max(
      distance * 4,
      distance + reach * 2,
      box ? this.#camera.position.length() + boxReach(box) * 2 : 0,
    )
    this.#camera.far = far
    this.#camera.near = Math.max(far / 100_000, distance / 200)
    this.#camera.updateProjectionMatrix()
  }

  dispose(): void {
    this.#halt()
    this.#controls.dispose()
  }

  #place(position: Vector3, target: Vector3): void {
    this.#camera.position.copy(position)
    this.#controls.target.copy(target)
    this.#controls.update()
    this.#changed()
  }

  #glide(position: Vector3, target: Vector3): void {
    this.#halt()
    const fromPosition = this.#camera.position.clone()
    const fromTarget = this.#controls.target.clone()
    const begun = performance.now()
    const step = () => {
      const t = Math.min(1, (performance.now() - begun) / MOVE_MS)
      const eased = 1 - (1 - t) ** 3
      this.#place(fromPosition.clone().lerp(position, eased), fromTarget.clone().lerp(target, eased))
      this.#moving = t < 1 ? requestAnimationFrame(step) : 0
    }
    this.#moving = requestAnimationFrame(step)
  }

  /** The person has the camera now. */
  #take(): void {
    this.#touched = true
    this.#halt()
  }

  #halt(): void {
    cancelAnimationFrame(this.#moving)
    this.#moving = 0
  }
}

const boxReach = (box: Box3): number => Math.max(box.min.length(), box.max.length())
