import type { Color } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import type { DocumentLayer } from './entry.ts'
import type { Tables } from './tables.ts'

export const BLACK: Color = [0, 0, 0]
const SEPARATOR = '::'
/** Names that an error lists at most. */
const NAMED = 20

/** The layers by their full paths. Rhino compares layer names without regard to case; so do we. */
export class Layers {
  readonly #tables: Tables

  constructor(tables: Tables) {
    this.#tables = tables
  }

  /** Parents before children, each in its own order. */
  all(): DocumentLayer[] {
    const children = new Map<string | null, DocumentLayer[]>()
    for (const layer of this.#tables.sorted('layer')) {
      const siblings = children.get(layer.parentId)
      if (siblings) siblings.push(layer)
      else children.set(layer.parentId, [layer])
    }
    const listed: DocumentLayer[] = []
    const visit = (parent: string | null): void => {
      for (const layer of children.get(parent) ?? []) {
        listed.push(layer)
        visit(layer.id)
      }
    }
    visit(null)
    return listed
  }

  path(layer: DocumentLayer): string {
    const parent = layer.parentId === null ? undefined : this.#tables.get('layer', layer.parentId)
    return parent ? `${this.path(parent)}${SEPARATOR}${layer.name}` : layer.name
  }

  /** "Default" for an id that no layer has. */
  pathOf(id: string): string {
    const layer = this.#tables.get('layer', id)
    return layer ? this.path(layer) : 'Default'
  }

  find(path: string): DocumentLayer | undefined {
    const wanted = fold(path)
    return this.#tables.sorted('layer').find((layer) => fold(this.path(layer)) === wanted)
  }

  /** Throws INVALID_PARAMS that names the layers there are. */
  get(path: string, parameter = 'layer'): DocumentLayer {
    const found = this.find(path)
    if (found) return found
    const paths = this.all().map((layer) => this.path(layer))
    throw new Fault('INVALID_PARAMS', `There is no layer “${path}”.`, {
      parameter,
      existing: paths.slice(0, NAMED),
      next:
        paths.length > NAMED
          ? `Make it with scene.create_layer, or take one that scene.list_layers names.`
          : `Make it with scene.create_layer, or take one of: ${paths.join(', ')}.`,
    })
  }

  child(parent: string | null, name: string): DocumentLayer | undefined {
    const wanted = fold(name)
    return this.#tables.sorted('layer').find((layer) => layer.parentId === parent && fold(layer.name) === wanted)
  }

  /** The layer and all below it. */
  branch(root: DocumentLayer): DocumentLayer[] {
    const ids = new Set([root.id])
    return this.all().filter((layer) => {
      if (layer.id !== root.id && !(layer.parentId !== null && ids.has(layer.parentId))) return false
      ids.add(layer.id)
      return true
    })
  }

  /** A layer is seen when it and all above it are on. */
  shown(id: string): boolean {
    return this.#everyAbove(id, (layer) => layer.visible)
  }

  /** A layer is locked when it or any above it is. */
  locked(id: string): boolean {
    return !this.#everyAbove(id, (layer) => !layer.locked)
  }

  #everyAbove(id: string, holds: (layer: DocumentLayer) => boolean): boolean {
    let layer = this.#tables.get('layer', id)
    while (layer) {
      if (!holds(layer)) return false
      layer = layer.parentId === null ? undefined : this.#tables.get('layer', layer.parentId)
    }
    return true
  }
}

/** The levels of a path. Throws INVALID_PARAMS for an empty one: "Arch::", "::Walls". */
export function levelsOf(path: string, parameter = 'name'): string[] {
  const levels = path.split(SEPARATOR).map((level) => level.trim())
  if (levels.every((level) => level !== '')) return levels
  throw new Fault('INVALID_PARAMS', `“${path}” is no layer path: a level has no name.`, {
    parameter,
    next: 'Write the levels parted by "::", as in "Arch::Walls".',
  })
}

const fold = (text: string): string => text.toLowerCase()
