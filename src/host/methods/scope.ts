import type { Geometry, Kernel } from '../geometry.ts'

/** Keeps count of what one call makes, so that no path out of a handler leaves a shape behind. */
export class Scope {
  readonly kernel: Kernel
  readonly #target: Kernel
  readonly #made: Geometry[] = []

  constructor(kernel: Kernel) {
    this.#target = kernel
    this.kernel = new Proxy(kernel, {
      get: (target, name) => {
        const member = Reflect.get(target, name) as unknown
        if (typeof member !== 'function') return member
        return (...inputs: unknown[]) => {
          const made: unknown = Reflect.apply(member, target, inputs)
          for (const item of Array.isArray(made) ? made : [made]) if (isGeometry(item)) this.own(item)
          return made
        }
      },
    })
  }

  own(geometry: Geometry): void {
    this.#made.push(geometry)
  }

  end(): void {
    for (const geometry of this.#made.splice(0)) this.#target.release(geometry)
  }
}

const KINDS = new Set(['brep', 'curve', 'point', 'mesh', 'text', 'opaque'])

const isGeometry = (value: unknown): value is Geometry =>
  typeof value === 'object' && value !== null && KINDS.has((value as { kind?: unknown }).kind as string)
