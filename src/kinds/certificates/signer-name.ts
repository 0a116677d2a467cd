import { goQuote } from '../../base/go/printable.js'
import { type Issue, invalid, required, tooLong } from '../../base/errors/issue.js'
import { dns1123Label, dns1123Subdomain } from '../../base/rules/names.js'
import { isLonger } from '../../base/rules/texts.js'

const LONGEST_DOMAIN = 253
const LONGEST_PATH = 253 + 63 + 1

/** Validates a signer name: `domain/path` (ValidateSignerName). */
export function validateSignerName(name: string, field: string): readonly Issue[] {
  if (name === '') return [required(field)]
  const [domain = '', path, ...more] = name.split('/')
  if (path === undefined || more.length > 0)
    return [invalid(field, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")]
  const labels = domain.split('.')
  return [
    ...(isLonger(domain, LONGEST_DOMAIN) ? [tooLong(field, LONGEST_DOMAIN)] : []),
    ...firstFaults(labels, dns1123Label, domain, field),
    ...(labels.length < 2
      ? [invalid(field, domain, 'should be a domain with at least two segments separated by dots')]
      : []),
    ...firstFaults(path.split('.'), dns1123Subdomain, path, field),
    ...(isLonger(path, LONGEST_PATH) ? [tooLong(field, LONGEST_PATH)] : []),
  ]
}

/** Returns the issues of the first invalid label. */
function firstFaults(
  labels: readonly string[],
  rule: (label: string) => readonly string[],
  whole: string,
  field: string,
): readonly Issue[] {
  const bad = labels.find((label) => rule(label).length > 0)
  return bad === undefined
    ? []
    : rule(bad).map((detail) => invalid(field, whole, `validating label ${goQuote(bad)}: ${detail}`))
}
