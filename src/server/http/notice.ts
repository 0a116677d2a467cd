import type { Profile } from '../../model/registry/profile.js'
import { profileHint } from '../../model/registry/profile-hint.js'
import { type Listening, listenTo } from './listen-to.js'

const PATH = /^[a-z]+:\/\/[^/]*(\/[^?#]*)/

/** Makes a listener that prints how to enable the groups of another profile, at the first request for a missing one. */
export function printProfileHint(profile: Profile['name'], print: (line: string) => void): Listening {
  let isTold = false
  return listenTo(
    ({ url }) => (isTold ? undefined : profileHint({ name: profile }, PATH.exec(url)?.[1] ?? '')),
    (hint, { status }) => {
      if (isTold || status !== 404) return
      isTold = true
      print(hint)
    },
  )
}
