const CHECKS = ['ping', 'log', 'etcd', 'informer-sync']

/** The text of a health path, undefined where there is none: `ok`, or a line per check with `verbose`. */
export function healthText(path: string, verbose: boolean, excluded: readonly string[]): string | undefined {
  const [, root, check, ...more] = path.split('/')
  if (!root || !['healthz', 'livez', 'readyz'].includes(root) || more.length > 0) return undefined
  if (check) return CHECKS.includes(check) ? 'ok' : undefined
  if (!verbose) return 'ok'
  const lines = CHECKS.map((name) => (excluded.includes(name) ? `[+]${name} excluded: ok` : `[+]${name} ok`))
  return [...lines, `${root} check passed`, ''].join('\n')
}
