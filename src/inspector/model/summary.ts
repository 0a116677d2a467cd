import { stringifyJson } from '../../base/json.js'
import { createJsonPatch } from '../../patch/diff.js'
import type { ToldChange } from './changes.js'

/** One member that a change has changed. */
type ChangedMember = { readonly sign: '+' | '~' | '-'; readonly path: string; readonly text: string }

/** How many members are told of one change, and how long a value may be. */
const MOST = 12
const LONGEST = 80

const SIGNS = { add: '+', replace: '~', remove: '-' } as const

/** What a change has changed in its object, member by member; nothing of one that added or removed it. */
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
