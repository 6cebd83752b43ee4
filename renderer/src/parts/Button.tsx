import type { ComponentProps, ReactNode } from 'react'
import { Tip } from './Tip.tsx'

const BASE =
  'inline-flex items-center justify-center gap-1.5 rounded-control text-small whitespace-nowrap select-none transition-colors duration-[120ms] '

const LOOKS = {
  primary:
    'h-7 px-3 bg-accent text-on-accent font-strong hover:not-disabled:brightness-110 disabled:border disabled:border-line disabled:bg-transparent disabled:text-soft disabled:font-normal',
  plain: 'h-7 px-3 border border-edge bg-sheet text-ink hover:not-disabled:bg-sunk disabled:text-soft focus:border-ink',
  quiet:
    'h-7 px-2 text-soft hover:not-disabled:bg-sunk hover:not-disabled:text-ink data-[state=open]:bg-sunk data-[state=open]:text-ink',
} as const

export interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof LOOKS
}

export function Button({ look = 'plain', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${BASE} ${LOOKS[look]} ${className}`} {...rest} />
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does; the tooltip and the accessible name. */
  label: string
  /** Shown in the tooltip: "Ctrl+K". */
  keys?: string
  /** 24 px instead of 28. */
  small?: boolean
  children: ReactNode
}

/** An icon alone, with its word in the tooltip. */
export function IconButton({
  label,
  keys,
  small,
  className = '',
  children,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tip label={label} keys={keys}>
      <button
        type={type}
        aria-label={label}
        className={`${BASE} ${small ? 'size-6' : 'size-7'} shrink-0 text-soft hover:not-disabled:bg-sunk hover:not-disabled:text-ink aria-pressed:bg-sunk aria-pressed:text-ink data-[state=open]:bg-sunk ${className}`}
        {...rest}
      >
        {children}
      </button>
    </Tip>
  )
}
