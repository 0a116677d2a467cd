import { stringifyJson } from '../../base/json/json.js'
import { createJsonPatch } from '../../model/patch/diff.js'
import type { ToldChange } from './changes.js'

/** A field that a change affected. */
type ChangedMember = { readonly sign: '+' | '~' | '-'; readonly path: string; readonly text: string }

/** Maximum number of fields in a summary, and maximum length of a value. */
const MOST = 12
const LONGEST = 80

const SIGNS = { add: '+', replace: '~', remove: '-' } as const

/** Summarizes a change field by field; empty if the object was added or removed. */
export function summarize({ before, change: { object } }: ToldChange): readonly ChangedMember[] {
  if (!before || !object) return []
  const told = createJsonPatch(before, object)
    .filter(({ path }) => !/^\/metadata\/(managedFields|resourceVersion)/.test(path))
    .map((step): ChangedMember => {
      const text = step.op === 'remove' ? '' : stringifyJson(step.value)
      return {
        sign: SIGNS[step.op],
        path: step.path,
        text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text,
      }
    })
  if (told.length <= MOST) return told
  return [...told.slice(0, MOST), { sign: '~', path: `and ${told.length - MOST} more`, text: '' }]
}
