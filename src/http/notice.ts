const REAL_GROUP = /^[a-z]+:\/\/[^/]*\/apis\/([^/?#]*\.k8s\.io)(?=[/?#]|$)/

/** Wraps what answers for a cluster of profile `example` so that the first request for a `*.k8s.io` group prints how to have such groups. */
export function hintAtProfile<R extends { readonly url: string }, A extends unknown[], T>(
  answer: (request: R, ...more: A) => T,
  print: (line: string) => void,
): (request: R, ...more: A) => T {
  let told = false
  return (request, ...more) => {
    const group = told ? undefined : REAL_GROUP.exec(request.url)?.[1]
    if (group !== undefined) {
      told = true
      print(
        `A client asked for the group ${group}, but in the profile "example" groups end in example.io; for kubectl and other real clients use the profile "kubernetes" (--profile kubernetes).`,
      )
    }
    return answer(request, ...more)
  }
}
