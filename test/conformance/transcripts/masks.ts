const LETTERS = '[bcdfghjklmnpqrstvwxz2456789]'

/** What KWOK's nodes do not say: that images are pulled and containers started and stopped. */
const KUBELET = / (?:Pulling|Pulled|Created|Started|Killing) /

/** Masks what chance, the network and the pace of a run decide in what is printed of workloads. */
export const maskWorkloads = (text: string): string =>
  inOneOrder(
    text
      .split('\n')
      // One line for each state somebody saw in time.
      .filter((line) => !line.startsWith('Waiting for ') && !KUBELET.test(line))
      .map(maskLine),
  ).join('\n')

const maskLine = (line: string): string =>
  line
    .replaceAll(new RegExp(`-${LETTERS}{6,10}-${LETTERS}{5}\\b`, 'g'), '-<hash>-<suffix>')
    .replaceAll(new RegExp(`(pod-template-hash=|\\bweb-)${LETTERS}{6,10}\\b`, 'g'), '$1<hash>')
    .replaceAll(new RegExp(`\\b((?:web|agent|once|manual|kube-api-access)-)${LETTERS}{5}\\b`, 'g'), '$1<suffix>')
    .replaceAll(/\b10\.\d+\.\d+\.\d+\b/g, '<ip>')
    .replaceAll(/<age> \(x\d+ over <age>\)/g, '<age>')
    // Through how many states a rollout goes from one to the other is a matter of pace.
    .replace(
      /(?:\(combined from similar events\): )?(Scaled \w+ replica set \S+) from \d+ to \d+/,
      '$1 from <n> to <n>',
    )
    .replace(/^(Node: |.*\bassigned \S+ to )node-[123]\b.*$/, '$1<node>')
    .replace(/^(Warning: )(.*)()$/, sortedParts('; '))
    .replace(/^(error: .* due to error: \[)(.*)(\].*)$/, sortedParts(', '))

/** Sorts what kubectl itself gives in any order. */
const sortedParts =
  (separator: string) =>
  (_: string, before: string, parts: string, after: string): string =>
    before + parts.split(separator).sort().join(separator) + after

/** Lines that come in any order, in one. */
const UNORDERED = [
  /^web-<hash> /,
  /^ (?:Normal|Warning) \S+ <age> /,
  /^(?:pod\/\S+ evicted|evicting pod \S+)$/,
  /^cannot delete /,
]

/** Lines of one kind that follow each other in order; of those that are the same one. */
function inOneOrder(lines: readonly string[]): readonly string[] {
  const kindOf = (line: string | undefined) =>
    line === undefined ? -1 : UNORDERED.findIndex((kind) => kind.test(line))
  const runs: { readonly kind: number; readonly lines: string[] }[] = []
  for (const line of lines) {
    const kind = kindOf(line)
    const last = runs.at(-1)
    if (last && kind >= 0 && last.kind === kind) last.lines.push(line)
    else runs.push({ kind, lines: [line] })
  }
  return runs.flatMap(({ kind, lines: run }) => (kind < 0 ? run : [...new Set(run)].sort()))
}
