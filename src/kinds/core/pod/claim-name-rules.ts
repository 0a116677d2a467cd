import { goQuote } from '../../../base/go/printable.js'
import { type Issue, invalid } from '../../../base/errors/issue.js'
import { dns1123Subdomain } from '../../../base/rules/names.js'
import type { PodSpec } from './pod-types.js'

type Volume = NonNullable<PodSpec['volumes']>[number] & {
  readonly ephemeral?: object
  readonly persistentVolumeClaim?: { readonly claimName?: string }
}
type Found = { readonly issue: Issue; readonly volume: number; readonly isBeforeName: boolean }

const MADE = 'must not reference a PVC that gets created for an ephemeral volume'

/**
 * Adds the issues of PVC names to those of a pod's spec: PVCs of ephemeral volumes are named after the pod
 * (ValidateVolumes).
 */
export function withClaimNames(issues: readonly Issue[], pod: string, volumes: readonly Volume[]): readonly Issue[] {
  const made = new Set(volumes.flatMap(({ name, ephemeral }) => (ephemeral ? [`${pod}-${name}`] : [])))
  if (pod === '' || made.size === 0) return issues
  const found = volumes.flatMap((one, volume): readonly Found[] => {
    const { name = '', ephemeral, persistentVolumeClaim } = one
    const { claimName = '' } = persistentVolumeClaim ?? {}
    const field = `spec.volumes[${volume}]`
    if (made.has(claimName))
      return [
        { issue: invalid(`${field}.persistentVolumeClaim.claimName`, claimName, MADE), volume, isBeforeName: false },
      ]
    const claim = `${pod}-${name}`
    return (ephemeral && name && isAlone(one) ? dns1123Subdomain(claim) : []).map((detail) => ({
      issue: invalid(`${field}.name`, name, `PVC name ${goQuote(claim)}: ${detail}`),
      volume,
      isBeforeName: true,
    }))
  })
  const all: Issue[] = []
  let next = 0
  for (const issue of issues) {
    for (let one = found[next]; one && isBehind(issue, one); one = found[++next]) all.push(one.issue)
    all.push(issue)
  }
  return [...all, ...found.slice(next).map(({ issue }) => issue)]
}

/** Tells whether no source that is checked before `ephemeral` makes it one volume type too many. */
const isAlone = (volume: Volume) =>
  Object.keys(volume).every((member) => ['name', 'ephemeral', 'image'].includes(member))

/** Tells whether an issue comes after one about a volume: volumes are reported first, in their order. */
function isBehind({ field }: Issue, { volume, isBeforeName }: Found): boolean {
  const [, index, member] = /^spec\.volumes\[(\d+)\](?:\.(\w+))?/.exec(field) ?? []
  if (index === undefined || Number(index) > volume) return true
  return Number(index) === volume && isBeforeName && member === 'name'
}
