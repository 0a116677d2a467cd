const LETTERS = '[bcdfghjklmnpqrstvwxz2456789]'

/** Events of a kubelet that KWOK's nodes do not report: of pulling images, and of starting and stopping containers. */
const KUBELET = / (?:Pulling|Pulled|Created|Started|Killing) /

/** Masks output about workloads that depends on chance, on the network or on the speed of a run. */
export const maskWorkloads = (text: string): string =>
  inOneOrder(
    text
      .split('\n')
      // These lines depend on which intermediate states were seen.
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
    // The number of steps of a rollout depends on the speed of a run.
    .replace(
      /(?:\(combined from similar events\): )?(Scaled \w+ replica set \S+) from \d+ to \d+/,
      '$1 from <n> to <n>',
    )
    .replace(/^(Node: |.*\bassigned \S+ to )node-[123]\b.*$/, '$1<node>')
    .replace(/^(Warning: )(.*)()$/, sortedParts('; '))
    .replace(/^(error: .* due to error: \[)(.*)(\].*)$/, sortedParts(', '))

/** Sorts parts that kubectl prints in random order. */
const sortedParts =
  (separator: string) =>
  (_: string, before: string, parts: string, after: string): string =>
    before + parts.split(separator).sort().join(separator) + after

/** Lines that are printed in random order. */
const UNORDERED = [
  /^web-<hash> /,
  /^ (?:Normal|Warning) \S+ <age> /,
  /^(?:pod\/\S+ evicted|evicting pod \S+)$/,
  /^cannot delete /,
]

/** Sorts consecutive lines of one kind, and removes duplicates. */
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
