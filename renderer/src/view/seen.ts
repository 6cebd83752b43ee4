import { createStore } from 'zustand/vanilla'
import { emptyScenery, type Scenery } from './feed.ts'

/** What the 3D view shows, for those outside it; as it was when the view was last on screen. */
export const seen = createStore<{ scenery: Scenery }>(() => ({ scenery: emptyScenery }))
