import { describe, expect, it } from 'vitest'
import {
  configMapKey,
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  maskTrailingDash,
  pathSegmentName,
  qualifiedName,
} from '../../../src/base/rules/names.js'

const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const LABEL_1035 =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
const NAME_PART =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const SLASHES =
  "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
const CONFIG_KEY =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"

const more = (length: number) => `must be no more than ${length} characters`
const long = (length: number) => 'a'.repeat(length)

describe('dns1123Label', () => {
  it.each<[string, string[]]>([
    ['a', []],
    ['123-abc', []],
    [long(63), []],
    ['a.b', ['must not contain dots']],
    ['', [LABEL]],
    ['A', [LABEL]],
    ['-a', [LABEL]],
    ['a-', [LABEL]],
    ['a..b', [LABEL]],
    ['a\n', [LABEL]],
    [long(64), [more(63)]],
    [`${long(63)}_`, [more(63), LABEL]],
    [`${long(63)}.b`, [more(63), 'must not contain dots']],
    ['é'.repeat(31), [LABEL]],
    ['é'.repeat(32), [more(63), LABEL]],
  ])('%j', (value, messages) => {
    expect(dns1123Label(value)).toEqual(messages)
  })
})

describe('dns1123Subdomain', () => {
  it.each<[string, string[]]>([
    ['a.b-c.d', []],
    [long(253), []],
    ['', [SUBDOMAIN]],
    ['a_b', [SUBDOMAIN]],
    ['a..b', [SUBDOMAIN]],
    ['a.-b', [SUBDOMAIN]],
    ['.a', [SUBDOMAIN]],
    [long(254), [more(253)]],
    [`${long(253)}_`, [more(253), SUBDOMAIN]],
  ])('%j', (value, messages) => {
    expect(dns1123Subdomain(value)).toEqual(messages)
  })
})

describe('dns1035Label', () => {
  it.each<[string, string[]]>([
    ['v1beta1', []],
    ['1v', [LABEL_1035]],
    ['', [LABEL_1035]],
    ['V1', [LABEL_1035]],
    ['a.b', [LABEL_1035]],
    [long(64), [more(63)]],
    [`1${long(63)}`, [more(63), LABEL_1035]],
  ])('%j', (value, messages) => {
    expect(dns1035Label(value)).toEqual(messages)
  })
})

describe('qualifiedName', () => {
  it.each<[string, string[]]>([
    ['MyName', []],
    ['a.b_c-d', []],
    ['example.com/My_Name', []],
    [`${long(253)}/${long(63)}`, []],
    ['', ['name part must be non-empty', NAME_PART]],
    ['example.com/', ['name part must be non-empty', NAME_PART]],
    ['/a', ['prefix part must be non-empty']],
    ['/', ['prefix part must be non-empty', 'name part must be non-empty', NAME_PART]],
    ['UPPER/x', [`prefix part ${SUBDOMAIN}`]],
    [`${long(254)}/x`, [`prefix part ${more(253)}`]],
    [`${long(253)}_/-x`, [`prefix part ${more(253)}`, `prefix part ${SUBDOMAIN}`, NAME_PART]],
    ['a b', [NAME_PART]],
    ['-a', [NAME_PART]],
    [long(64), [`name part ${more(63)}`]],
    [`${long(63)}-`, [`name part ${more(63)}`, NAME_PART]],
    ['a/b/c', [SLASHES]],
    ['//', [SLASHES]],
  ])('%j', (value, messages) => {
    expect(qualifiedName(value)).toEqual(messages)
  })
})

describe('configMapKey', () => {
  it.each<[string, string[]]>([
    ['Bad_Name', []],
    ['.a', []],
    ['-', []],
    ['a..', []],
    ['.', ["must not be '.'"]],
    ['..', ["must not be '..'"]],
    ['..a', ["must not start with '..'"]],
    ['..a b', [CONFIG_KEY, "must not start with '..'"]],
    ['', [CONFIG_KEY]],
    ['a/b', [CONFIG_KEY]],
    [long(254), [more(253)]],
  ])('%j', (value, messages) => {
    expect(configMapKey(value)).toEqual(messages)
  })
})

describe('pathSegmentName', () => {
  it.each<[string, boolean, string[]]>([
    ['My_PDB', false, []],
    ['', false, []],
    ['.', false, ["may not be '.'"]],
    ['..', false, ["may not be '..'"]],
    ['...', false, []],
    ['a%b/c', false, ["may not contain '/'", "may not contain '%'"]],
    ['.', true, []],
    ['..', true, []],
    ['a/', true, ["may not contain '/'"]],
    ['%', true, ["may not contain '%'"]],
  ])('%j as a prefix: %s', (value, prefix, messages) => {
    expect(pathSegmentName(value, prefix)).toEqual(messages)
  })
})

describe('maskTrailingDash', () => {
  it.each([
    ['leader-', 'leadea'],
    ['a-', 'a'],
    ['A-', 'a'],
    ['a--', 'aa'],
    ['-', '-'],
    ['', ''],
    ['a', 'a'],
    ['a-b', 'a-b'],
    ['aé-', 'aé-'],
  ])('%j gives %j', (name, masked) => {
    expect(maskTrailingDash(name)).toBe(masked)
  })
})
