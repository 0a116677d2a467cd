import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import { type Issue, invalid, required, tooLong } from '../../base/errors/issue.js'
import { dns1123Subdomain } from '../../base/rules/names.js'
import { isLonger } from '../../base/rules/texts.js'

const LONGEST = 63

/** Validates the name of a CSI driver (ValidateCSIDriverName): a domain in letters of any case. */
export function* validateDriverName(name: string, field: string): Iterable<Issue> {
  if (!name) yield required(field)
  if (!name && runsAtLeast('1.35')) return
  if (isLonger(name, LONGEST)) yield tooLong(field, LONGEST)
  yield* dns1123Subdomain(name.toLowerCase()).map((detail) => invalid(field, name, detail))
}
