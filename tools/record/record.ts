import { isDeepStrictEqual } from 'node:util'
import { normalize } from './normalize.js'
import { type Server, play } from './play.js'
import type { Reply, Script, Story } from './story.js'

/**
 * Plays a story to each server and returns it with what they answered, normalised. A reply on which two servers, or a
 * server and `before`, do not agree is null: it cannot be compared with anything.
 */
export async function record(servers: readonly Server[], script: Script, before?: Story): Promise<Story> {
  const { story, kind, steps } = script
  const rounds: (readonly (Reply | null)[])[] = before ? [checkedReplies(before, steps.length)] : []
  for (const server of servers) rounds.push(normalize(await play(server, script), server.now()).map(plain))
  return { story, kind, steps, replies: steps.map((_, step) => agreed(rounds.map((replies) => replies[step] ?? null))) }
}

function checkedReplies({ story, replies }: Story, steps: number): Story['replies'] {
  if (replies.length !== steps)
    throw new Error(`${story} was recorded with ${replies.length} steps and has ${steps}: record it anew.`)
  return replies
}

// As it is read back: members that are undefined are absent.
const plain = (reply: Reply | undefined): Reply | null =>
  reply === undefined ? null : (JSON.parse(JSON.stringify(reply)) as Reply) // a copy

const agreed = ([first = null, ...others]: readonly (Reply | null)[]) =>
  others.every((other) => isDeepStrictEqual(other, first)) ? first : null

/** The text of a file of stories: a list, one story a line, so that changes can be read. */
export const corpusText = (stories: readonly Story[]): string =>
  `[\n${stories.map((story) => JSON.stringify(story)).join(',\n')}\n]\n`
