import { VERSION } from '../../version.ts'
import type { Handlers } from './call.ts'
import { documentName, HOST_LABEL } from './identity.ts'

/** The methods of the session family that need the document; the others are answered by the server. */
export const session = {
  'rhino.list_documents'(_params, { doc }) {
    return {
      documents: [
        {
          serial: doc.serial,
          name: documentName(doc),
          path: doc.path,
          modified: doc.modified,
          active: true,
          units: doc.settings.units,
          object_count: doc.tables.map('object').size,
          revision: doc.revision,
        },
      ],
    }
  },

  'rhino.capabilities': (_params, { internals, support }) => ({
    host: HOST_LABEL,
    version: VERSION,
    kernel: internals.version,
    methods: [...support()],
  }),
} satisfies Handlers
