import { CircleAlert, Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Trouble } from '../../../src/shared/event.ts'
import { IconButton } from './Button.tsx'
import { Fold } from './Fold.tsx'
import { Raw } from './Raw.tsx'
import { Words } from './Words.tsx'

interface TroubleCardProps {
  trouble: Trouble
  tone?: 'error' | 'info'
  /** The one button that mends it. */
  action?: ReactNode
  onDismiss?: () => void
}

/** What happened, why, what to do; the details behind a fold. It stays until it is dealt with. */
export function TroubleCard({ trouble, tone = 'error', action, onDismiss }: TroubleCardProps) {
  const Icon = tone === 'error' ? CircleAlert : Info
  return (
    <div className="appear flex gap-2 rounded-control border border-edge bg-sheet p-3">
      <Icon
        size={16}
        strokeWidth={1.5}
        className={`mt-0.5 shrink-0 ${tone === 'error' ? 'text-accent' : 'text-soft'}`}
      />
      <div className="min-w-0 grow">
        <p className="font-strong">{trouble.title}</p>
        {trouble.cause && (
          <p>
            <Words text={trouble.cause} />
          </p>
        )}
        {trouble.next && (
          <p className="text-soft">
            <Words text={trouble.next} />
          </p>
        )}
        {(action || trouble.details) && (
          <div className="mt-2 flex flex-wrap items-start gap-x-3 gap-y-1 has-[>button]:[&>div]:pt-0.5">
            {action}
            {trouble.details && (
              <Fold label="Details">
                <Raw label="Details" text={trouble.details} />
              </Fold>
            )}
          </div>
        )}
      </div>
      {onDismiss && (
        <IconButton label="Dismiss" onClick={onDismiss} className="-mt-1 -mr-1">
          <X size={16} strokeWidth={1.5} />
        </IconButton>
      )}
    </div>
  )
}
