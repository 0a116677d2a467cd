import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import { type Issue, declared, invalid, required, tooLong } from '../../base/errors/issue.js'
import { wordingNow } from '../../base/errors/wording.js'
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

/** Validates the name of a driver where the tags of its struct do so, too (LongNameCaseless, MaxLength). */
export function* validateTaggedDriver(name: string, field: string): Iterable<Issue> {
  if (!wordingNow().isDeclarative || !name) {
    const [first, ...others] = validateDriverName(name, field)
    if (first) yield declared(first)
    // By its tags an empty name is nothing else.
    if (!wordingNow().isDeclarative) yield* others
    return
  }
  for (const detail of dns1123Subdomain(name.toLowerCase())) yield declared(invalid(field, name, inAnyCase(detail)))
  if (isLonger(name, LONGEST)) yield declared({ ...tooLong(field, LONGEST), message: TOO_LONG })
}

const TOO_LONG = `Too long: may not be more than ${LONGEST} characters`

const inAnyCase = (detail: string): string =>
  detail
    .replace('253 characters', '253 bytes')
    .replace('a lowercase RFC 1123', 'an RFC 1123')
    .replace('lower case alphanumeric', 'alphanumeric')
    .replace('example.com', 'Example.com')
