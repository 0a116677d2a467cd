import { isDeepStrictEqual } from 'node:util'
import type { Reply, Story } from '../../../tools/record/story.js'

/** The replies of one version that differ from those of v1.33, by story and step; null where its servers disagree. */
export type Differing = { readonly [story: string]: { readonly [step: string]: Reply | null } }

/**
 * Returns which replies of stories differ from those that were recorded from v1.33 for the same steps. A reply that a
 * server of v1.33 gave otherwise when it was recorded in the same way as this version is null: that tells of the
 * recording, not of the version.
 */
export function differingOf(
  before: readonly Story[],
  recorded: readonly Story[],
  control: readonly Story[] = before,
): Differing {
  const others = new Map(recorded.map((story) => [story.story, story]))
  const again = new Map(control.map((story) => [story.story, story]))
  return Object.fromEntries(
    before.flatMap((story) => {
      const other = others.get(story.story)
      if (!other) throw new Error(`${story.story} is not recorded`)
      const steps = story.replies.flatMap((reply, step): readonly [string, Reply | null][] => {
        const isSteady = isDeepStrictEqual(unwarned(again.get(story.story)?.replies[step]), unwarned(reply))
        const now = isSteady ? (other.replies[step] ?? null) : null
        return reply === null || isDeepStrictEqual(reply, now) ? [] : [[`${step}`, now]]
      })
      return steps.length > 0 ? [[story.story, Object.fromEntries(steps)]] : []
    }),
  )
}

/**
 * Returns stories as they were recorded before, without the replies that another server of the same version gave
 * otherwise, and with its replies where there were none.
 */
export function agreedOf(before: readonly Story[], again: readonly Story[]): readonly Story[] {
  const others = new Map(again.map((story) => [story.story, story]))
  return before.map((story) => {
    const other = others.get(story.story)
    if (!other) throw new Error(`${story.story} is not recorded`)
    const replies = story.replies.map((reply, step) => {
      const now = other.replies[step] ?? null
      return reply === null || isDeepStrictEqual(unwarned(reply), unwarned(now)) ? now : null
    })
    return { ...story, replies }
  })
}

// A server that was built without its version warns of everything that is deprecated in any.
const unwarned = (reply: Reply | null | undefined): unknown => reply && { ...reply, warning: undefined }

/** Returns the stories of v1.33 with the replies of another version. */
export const withDiffering = (stories: readonly Story[], differing: Differing): readonly Story[] =>
  stories.map((story) => {
    const steps = differing[story.story]
    if (!steps) return story
    return { ...story, replies: story.replies.map((reply, step) => (`${step}` in steps ? steps[step]! : reply)) }
  })
