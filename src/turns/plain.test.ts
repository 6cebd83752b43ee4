import { expect, it } from 'vitest'
import { Fault } from '../wire/fault.ts'
import { forPerson, unturned, withTitles } from './plain.ts'
import { troubleOf } from './trouble.ts'

it('calls a method by the title that the panel uses, and leaves names of files alone', () => {
  expect(withTitles('operations.boolean_difference takes longer than expected.')).toBe(
    '“Boolean difference” takes longer than expected.',
  )
  expect(withTitles('undo.begin_turn was not answered.')).toBe('this step was not answered.')
  expect(withTitles('bracket.v2 and plate.obj were not saved to a.b_c.')).toBe(
    'bracket.v2 and plate.obj were not saved to a.b_c.',
  )
})

it('keeps of a next step what a person can do', () => {
  expect(forPerson('Send edge_indices from scene.get_object_info.')).toBeUndefined()
  expect(forPerson('rhino.capabilities says what it can. Or connect Rhino.')).toBe('Or connect Rhino.')
  expect(forPerson('Save it as plate.3dm first.')).toBe('Save it as plate.3dm first.')
})

it('no trouble of the panel names a method of the wire', () => {
  const fault = new Fault('OBJECT_NOT_FOUND', 'scene.get_object_info found nothing.', {
    next: 'scene.list_objects names the objects; it may have been deleted or undone.',
  })
  const { cause, next, details } = troubleOf(fault, 'Nothing was selected')
  expect(`${cause} ${next}`).not.toMatch(/\b[a-z]+\.[a-z]+_/)
  expect(next).toBe('Look at the document again: the object may be gone.')
  expect(details).toContain('scene.list_objects')
})

it('takes out what turns the direction of the text around it, and nothing else', () => {
  expect(unturned('wall\u202Egnp.exe\u202C \u2067x\u2069')).toBe('wallgnp.exe x')
  expect(unturned('קיר מזרח \u200Fمرحبا – Öse')).toBe('קיר מזרח \u200Fمرحبا – Öse')
})
