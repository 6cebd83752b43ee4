/** Anything that lives in the kernel's memory until told otherwise: the garbage collector does not see it. */
export interface Deletable {
  delete(): void
}

/** What one operation makes on its way. All of it is deleted when the operation ends, well or badly. */
export class Temporaries {
  readonly #made: Deletable[] = []

  keep<T extends Deletable>(made: T): T {
    this.#made.push(made)
    return made
  }

  deleteAll(): void {
    for (const made of this.#made.reverse()) made.delete()
    this.#made.length = 0
  }
}

/** Runs `work` and deletes whatever it kept. */
export function withTemporaries<T>(work: (keep: <D extends Deletable>(made: D) => D) => T): T {
  const temporaries = new Temporaries()
  try {
    return work((made) => temporaries.keep(made))
  } finally {
    temporaries.deleteAll()
  }
}
