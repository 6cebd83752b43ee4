import { type PerspectiveCamera, Vector3 } from 'three'

const AXES = [
  { name: 'x', direction: new Vector3(1, 0, 0) },
  { name: 'y', direction: new Vector3(0, 1, 0) },
  { name: 'z', direction: new Vector3(0, 0, 1) },
] as const

const LENGTH = 18
const MIDDLE = 28

/** The world's axes in the corner, as the camera sees them. Drawn into the page without React: it follows every frame. */
export function turnAxes(svg: SVGSVGElement | null, camera: PerspectiveCamera): void {
  if (!svg) return
  for (const { name, direction } of AXES) {
    const seen = direction.clone().transformDirection(camera.matrixWorldInverse)
    const x = MIDDLE + seen.x * LENGTH
    const y = MIDDLE - seen.y * LENGTH
    const line = svg.querySelector(`[data-line=${name}]`)
    line?.setAttribute('x2', String(x))
    line?.setAttribute('y2', String(y))
    const label = svg.querySelector(`[data-label=${name}]`)
    label?.setAttribute('x', String(MIDDLE + seen.x * (LENGTH + 7)))
    label?.setAttribute('y', String(MIDDLE - seen.y * (LENGTH + 7)))
  }
}

export function Axes({ ref }: { ref: React.Ref<SVGSVGElement> }) {
  return (
    <svg ref={ref} aria-hidden width="56" height="56" className="pointer-events-none absolute bottom-1 left-1">
      {AXES.map(({ name }) => (
        <g key={name} stroke={name === 'z' ? 'var(--soft)' : `var(--view-${name})`}>
          <line data-line={name} x1={MIDDLE} y1={MIDDLE} x2={MIDDLE} y2={MIDDLE} strokeWidth="1.5" />
          <text
            data-label={name}
            x={MIDDLE}
            y={MIDDLE}
            stroke="none"
            textAnchor="middle"
            dominantBaseline="central"
            className="fill-soft text-small"
          >
            {name}
          </text>
        </g>
      ))}
    </svg>
  )
}
