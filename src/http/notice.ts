import type { Fetch } from './app.js'

const REAL_GROUP = /^[a-z]+:\/\/[^/]*\/apis\/([^/?#]*\.k8s\.io)(?=[/?#]|$)/

/** Wraps the fetch of a cluster of profile `example` so that the first request for a `*.k8s.io` group prints how to have such groups. */
export function hintAtProfile(fetch: Fetch, print: (line: string) => void): Fetch {
  let told = false
  return (request, bindings) => {
    const group = told ? undefined : REAL_GROUP.exec(request.url)?.[1]
    if (group !== undefined) {
      told = true
      print(
        `A client asked for the group ${group}, but in the profile "example" groups end in example.io; for kubectl and other real clients use the profile "kubernetes" (--profile kubernetes).`,
      )
    }
    return fetch(request, bindings)
  }
}
