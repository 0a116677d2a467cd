const ALIVE = ['ping', 'log', 'etcd', 'autoregister-completion']

const CHECKS: { readonly [root: string]: readonly string[] } = {
  healthz: ALIVE,
  livez: ALIVE,
  readyz: ['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync', 'autoregister-completion', 'shutdown'],
}

/** Returns the text of a health path: `ok`, or a line per check with `verbose`; undefined for other paths. */
export function healthText(path: string, verbose: boolean, excluded: readonly string[]): string | undefined {
  const [, root, check, ...more] = path.split('/')
  const checks = root && Object.hasOwn(CHECKS, root) ? CHECKS[root]! : undefined
  if (!checks || more.length > 0) return undefined
  if (check !== undefined) return checks.includes(check) ? 'ok' : undefined
  if (!verbose) return 'ok'
  const lines = checks.map((name) => (excluded.includes(name) ? `[+]${name} excluded: ok` : `[+]${name} ok`))
  return [...lines, `${root} check passed`, ''].join('\n')
}
