import { isDeepStrictEqual } from 'node:util'
import { normalize } from './normalize.js'
import { type Server, play } from './play.js'
import type { Reply, Script, Story } from './story.js'

/**
 * Plays a story on each server and returns it with the normalised replies. A reply that differs between two servers, or
 * between a server and `before`, is null and is not compared.
 */
export async function record(servers: readonly Server[], script: Script, before?: Story): Promise<Story> {
  const { story, kind, lists, steps } = script
  const rounds: (readonly (Reply | null)[])[] = before ? [checkedReplies(before, steps.length)] : []
  for (const server of servers) rounds.push(normalize(await play(server, script), server.now(), lists).map(plain))
  const replies = steps.map((_, step) => agreed(rounds.map((each) => each[step] ?? null)))
  return { story, kind, ...(lists && { lists }), steps, replies }
}

function checkedReplies({ story, replies }: Story, steps: number): Story['replies'] {
  if (replies.length !== steps)
    throw new Error(`${story} was recorded with ${replies.length} steps and has ${steps}: record it anew.`)
  return replies
}

// As parsed from the file: undefined fields are absent.
const plain = (reply: Reply | undefined): Reply | null =>
  reply === undefined ? null : (JSON.parse(JSON.stringify(reply)) as Reply) // a copy

const agreed = ([first = null, ...others]: readonly (Reply | null)[]) =>
  others.every((other) => isDeepStrictEqual(other, first)) ? first : null

/** Formats a file of stories: a list, one story a line, for readable diffs. */
export const corpusText = (stories: readonly Story[]): string =>
  `[\n${stories.map((story) => JSON.stringify(story)).join(',\n')}\n]\n`
