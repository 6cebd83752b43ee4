import type { UnitSystem } from '../../../src/shared/geometry.ts'
import { splitLength } from './draft.ts'
import { type FieldProps, INPUT } from './field-props.ts'

const UNITS: readonly { unit: UnitSystem; sign: string }[] = [
  { unit: 'microns', sign: 'µm' },
  { unit: 'millimeters', sign: 'mm' },
  { unit: 'centimeters', sign: 'cm' },
  { unit: 'meters', sign: 'm' },
  { unit: 'kilometers', sign: 'km' },
  { unit: 'inches', sign: 'in' },
  { unit: 'feet', sign: 'ft' },
  { unit: 'yards', sign: 'yd' },
  { unit: 'miles', sign: 'mi' },
]

/** A number and its unit. A unit that is typed behind the number moves into its own field. */
export function LengthField({ draft, document, onWrite, labelledBy, describedBy, wrong }: FieldProps) {
  const own = { unit: document.units, sign: document.unit || 'units' }
  const units = UNITS.some(({ unit }) => unit === own.unit) ? UNITS : [own, ...UNITS]
  return (
    <div className="flex items-center gap-1">
      <input
        inputMode="decimal"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={wrong}
        value={draft.text}
        onChange={(event) => onWrite({ ...draft, text: event.target.value })}
        onBlur={() => {
          const { number, unit } = splitLength(draft.text)
          if (unit) onWrite({ ...draft, text: number, unit })
        }}
        className={`${INPUT} w-32`}
      />
      <select
        aria-label="Unit"
        value={draft.unit ?? document.units}
        onChange={(event) => {
          const chosen = units.find(({ unit }) => unit === event.target.value)
          if (chosen) onWrite({ ...draft, unit: chosen.unit })
        }}
        className={INPUT}
      >
        {units.map(({ unit, sign }) => (
          <option key={unit} value={unit}>
            {sign}
          </option>
        ))}
      </select>
    </div>
  )
}
