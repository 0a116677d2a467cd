import { SORT_BY } from '../syntax/macros.js'
import type { Declarations } from './overload.js'

/** Declares something for each of some types. */
export const each = (types: readonly string[], declared: (type: string) => Declarations): Declarations =>
  types.flatMap(declared)

/** Optional values (cel-go: cel.OptionalTypes, version 2). */
export const OPTIONALS: Declarations = [
  'optional.of(V): optional_type(V)',
  'optional.ofNonZeroValue(V): optional_type(V)',
  'optional.none(): optional_type(V)',
  '.value(optional_type(V)): V',
  '.hasValue(optional_type(V)): bool',
  '.or(optional_type(V), optional_type(V)): optional_type(V)',
  '.orValue(optional_type(V), V): V',
  '_?._(dyn, string): optional_type(V)',
  '_[?_](list(V), int): optional_type(V)',
  '_[?_](optional_type(list(V)), int): optional_type(V)',
  '_[?_](map(K, V), K): optional_type(V)',
  '_[?_](optional_type(map(K, V)), K): optional_type(V)',
  '_[_](optional_type(list(V)), int): optional_type(V)',
  '_[_](optional_type(map(K, V)), K): optional_type(V)',
  '.last(list(V)): optional_type(V)',
  '.first(list(V)): optional_type(V)',
  'optional.unwrap(list(optional_type(V))): list(V)',
  '.unwrapOpt(list(optional_type(V))): list(V)',
]

/** What macros with two iteration variables call (cel-go: ext.TwoVarComprehensions). */
export const COMPREHENSIONS: Declarations = [
  'cel.@mapInsert(map(K, V), K, V): map(K, V)',
  'cel.@mapInsert(map(K, V), map(K, V)): map(K, V)',
]

/** Strings and patterns (cel-go: ext.Strings, version 2; library: Regex). */
export const TEXTS: Declarations = [
  '.charAt(string, int): string',
  ...each(['indexOf', 'lastIndexOf'], (name) => [
    `.${name}(string, string): int`,
    `.${name}(string, string, int): int`,
  ]),
  '.join(list(string)): string',
  '.join(list(string), string): string',
  ...each(['lowerAscii', 'upperAscii', 'trim'], (name) => [`.${name}(string): string`]),
  '.replace(string, string, string): string',
  '.replace(string, string, string, int): string',
  '.split(string, string): list(string)',
  '.split(string, string, int): list(string)',
  '.substring(string, int): string',
  '.substring(string, int, int): string',
  '.format(string, list(dyn)): string',
  'strings.quote(string): string',
  '.find(string, string): string',
  '.findAll(string, string): list(string)',
  '.findAll(string, string, int): list(string)',
]

/** The types whose values have an order. */
export const ORDERED = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes']

/** Lists and sets (library: Lists; cel-go: ext.Sets). */
export const LISTS: Declarations = [
  ...each(ORDERED, (type) => [`.isSorted(list(${type})): bool`]),
  ...each(['int', 'uint', 'double', 'duration'], (type) => [`.sum(list(${type})): ${type}`]),
  ...each(['max', 'min'], (name) => ORDERED.map((type) => `.${name}(list(${type})): ${type}`)),
  ...each(['indexOf', 'lastIndexOf'], (name) => [`.${name}(list(A), A): int`]),
  ...each(['contains', 'equivalent', 'intersects'], (name) => [`sets.${name}(list(T), list(T)): bool`]),
]

const LIST = 'list(T)'

/** Further functions of lists (cel-go: ext.Lists, version 3). */
export const LISTS_FURTHER: Declarations = [
  `.slice(${LIST}, int, int): ${LIST}`,
  `.flatten(list(${LIST})): ${LIST}`,
  '.flatten(list(dyn), int): list(dyn)',
  ...each(ORDERED, (type) => [`.sort(list(${type})): list(${type})`]),
  ...each(ORDERED, (type) => [`.${SORT_BY}(${LIST}, list(${type})): ${LIST}`]),
  'lists.range(int): list(int)',
  ...each(['reverse', 'distinct'], (name) => [`.${name}(${LIST}): ${LIST}`]),
]

const QUANTITY = 'kubernetes.Quantity'

/** Quantities (library: Quantity). */
export const QUANTITIES: Declarations = [
  `quantity(string): ${QUANTITY}`,
  'isQuantity(string): bool',
  `sign(${QUANTITY}): int`,
  ...each(['isGreaterThan', 'isLessThan'], (name) => [`.${name}(${QUANTITY}, ${QUANTITY}): bool`]),
  `.compareTo(${QUANTITY}, ${QUANTITY}): int`,
  `.asApproximateFloat(${QUANTITY}): double`,
  `.asInteger(${QUANTITY}): int`,
  `.isInteger(${QUANTITY}): bool`,
  ...each(['add', 'sub'], (name) => [QUANTITY, 'int'].map((type) => `.${name}(${QUANTITY}, ${type}): ${QUANTITY}`)),
]

const SEMVER = 'kubernetes.Semver'

/** Semantic versions (library: SemverLib, version 1). */
export const SEMVERS: Declarations = [
  ...each(['', ', bool'], (normalize) => [
    `semver(string${normalize}): ${SEMVER}`,
    `isSemver(string${normalize}): bool`,
  ]),
  ...each(['isGreaterThan', 'isLessThan'], (name) => [`.${name}(${SEMVER}, ${SEMVER}): bool`]),
  `.compareTo(${SEMVER}, ${SEMVER}): int`,
  ...each(['major', 'minor', 'patch'], (name) => [`.${name}(${SEMVER}): int`]),
]

const URL = 'kubernetes.URL'
const SCOPES = ['isUnspecified', 'isLoopback', 'isLinkLocalMulticast', 'isLinkLocalUnicast', 'isGlobalUnicast']

/** URLs, IP addresses and CIDR blocks (library: URLs, IP, CIDR). */
export const NETWORK: Declarations = [
  `url(string): ${URL}`,
  'isURL(string): bool',
  ...each(['Scheme', 'Host', 'Hostname', 'Port', 'EscapedPath'], (part) => [`.get${part}(${URL}): string`]),
  `.getQuery(${URL}): map(string, list(string))`,
  'ip(string): net.IP',
  'isIP(string): bool',
  'ip.isCanonical(string): bool',
  '.family(net.IP): int',
  ...each(SCOPES, (name) => [`.${name}(net.IP): bool`]),
  'string(net.IP): string',
  'cidr(string): net.CIDR',
  'isCIDR(string): bool',
  ...each(['string', 'net.IP'], (type) => [`.containsIP(net.CIDR, ${type}): bool`]),
  ...each(['string', 'net.CIDR'], (type) => [`.containsCIDR(net.CIDR, ${type}): bool`]),
  '.ip(net.CIDR): net.IP',
  '.masked(net.CIDR): net.CIDR',
  '.prefixLength(net.CIDR): int',
  'string(net.CIDR): string',
]

const FORMAT = 'kubernetes.NamedFormat'

/** Named formats (library: Format), which are functions of their names. */
export const formatDeclarations = (names: Iterable<string>): Declarations => [
  ...[...names].map((name) => `format.${name}(): ${FORMAT}`),
  `format.named(string): optional_type(${FORMAT})`,
  `.validate(${FORMAT}, string): optional_type(list(string))`,
]

const AUTHORIZER = 'kubernetes.authorization.Authorizer'
const PATH_CHECK = 'kubernetes.authorization.PathCheck'
const GROUP_CHECK = 'kubernetes.authorization.GroupCheck'
const RESOURCE_CHECK = 'kubernetes.authorization.ResourceCheck'
const DECISION = 'kubernetes.authorization.Decision'

/** Authorization checks (library: Authz, AuthzSelectors). */
export const AUTHORIZATION: Declarations = [
  `.path(${AUTHORIZER}, string): ${PATH_CHECK}`,
  `.group(${AUTHORIZER}, string): ${GROUP_CHECK}`,
  `.serviceAccount(${AUTHORIZER}, string, string): ${AUTHORIZER}`,
  `.resource(${GROUP_CHECK}, string): ${RESOURCE_CHECK}`,
  ...each(['subresource', 'namespace', 'name', 'fieldSelector', 'labelSelector'], (name) => [
    `.${name}(${RESOURCE_CHECK}, string): ${RESOURCE_CHECK}`,
  ]),
  ...each([PATH_CHECK, RESOURCE_CHECK], (type) => [`.check(${type}, string): ${DECISION}`]),
  ...each(['errored', 'allowed'], (name) => [`.${name}(${DECISION}): bool`]),
  ...each(['error', 'reason'], (name) => [`.${name}(${DECISION}): string`]),
]
