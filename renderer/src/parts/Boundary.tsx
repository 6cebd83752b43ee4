import { Component, type ReactNode } from 'react'
import { TroubleCard } from './TroubleCard.tsx'

interface BoundaryProps {
  /** What cannot be shown: "This step". */
  what: string
  children: ReactNode
}

/** A part that cannot be drawn says so in its place; the rest of the panel goes on. */
export class Boundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <TroubleCard
        trouble={{
          title: `${this.props.what} cannot be shown`,
          cause: 'It holds something this panel does not understand.',
          next: 'Nothing is lost: it is in the store as it came.',
          details: error.stack ?? error.message,
        }}
      />
    )
  }
}
