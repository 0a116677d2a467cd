import { beforeAll, expect, test } from 'vitest'
import { urlFault } from '../../../src/base/go/url.js'
import { issueText } from '../../../src/base/errors/issue.js'
import { validateWebhookUrl } from '../../../src/base/rules/webhook-url.js'
import { loadUrls } from '../../../src/base/text/urls.js'

beforeAll(() => loadUrls())

test.each([
  ['::1', 'missing protocol scheme'],
  [':', 'missing protocol scheme'],
  ['1a://x', 'first path segment in URL cannot contain colon'],
  ['ht tp://x', 'first path segment in URL cannot contain colon'],
  ['https://a b', 'invalid character " " in host name'],
  ['http://[::1', "missing ']' in host"],
  ['https://a:b', 'invalid port ":b" after host'],
  ['https://[::1]:x', 'invalid port ":x" after host'],
  ['https://x/%zz', 'invalid URL escape "%zz"'],
  ['%z', 'invalid URL escape "%z"'],
  ['#%zz', 'invalid URL escape "%zz"'],
  ['https://u%zz@x', 'invalid URL escape "%zz"'],
  ['https://u^@x', 'net/url: invalid userinfo'],
  ['https://x%41/', 'invalid URL escape "%41"'],
])('the URL %s is refused as by Go: %s', (text, fault) => expect(urlFault(text)).toBe(`parse "${text}": ${fault}`))

test('a URL with a control character is refused as by Go', () =>
  expect(urlFault('https://\u0001x')).toBe(
    String.raw`parse "https://\x01x": net/url: invalid control character in URL`,
  ))

test.each(['', 'https:', '//x', 'a:b', 'a/b:c', '/a:b', 'https://x?%zz', 'https://x/a b', 'https://x:80:80', '///a:b'])(
  'the URL %s is valid as in Go',
  (text) => expect(urlFault(text)).toBeUndefined(),
)

test('a malformed webhook URL has no other errors', () =>
  expect(
    [validateWebhookUrl('::1', 'url'), validateWebhookUrl('http://x', 'url')].map((all) => all.map(issueText)),
  ).toEqual([
    [
      'url: Required value: url must be a valid URL: parse "::1": missing protocol scheme; desired format: https://host[/path]',
    ],
    [`url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`],
  ]))
