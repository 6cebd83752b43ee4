import { implement, ORPCError } from '@orpc/server'
import { TroubleError } from '../shared/agent.ts'
import { contract } from '../shared/rpc.ts'

/** The contract to be implemented. A TroubleError reaches the panel as TROUBLE; anything else as an internal error. */
export const implementation = () =>
  implement(contract).use(async ({ next }) => {
    try {
      return await next()
    } catch (error) {
      if (error instanceof TroubleError) throw new ORPCError('TROUBLE', { message: error.message, data: error.trouble })
      if (!(error instanceof ORPCError)) console.error(error)
      throw error
    }
  })

export type Implementation = ReturnType<typeof implementation>
