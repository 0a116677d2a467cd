import { describe, expect, it } from 'vitest'
import { parseBase64 } from '../../../src/base/rules/base64.js'

describe('parseBase64', () => {
  it.each([
    ['', ''],
    ['AAAA', 'AAAA'],
    ['aGk=', 'aGk='],
    ['aA==', 'aA=='],
    ['AA\nAA\r\n', 'AAAA'],
    ['aA=\n=\n', 'aA=='],
    ['\n', ''],
    ['AB==', 'AA=='],
    ['AAB=', 'AAA='],
  ])('accepts %j as %j', (value, text) => {
    expect(parseBase64(value)).toEqual({ text })
  })

  it.each([
    ['A', 0],
    ['AAAAA', 4],
    ['AAA', 0],
    ['A===', 1],
    ['=', 0],
    ['AA=', 3],
    ['AA=A', 2],
    ['AA==A', 4],
    ['AAA=A', 4],
    ['!AAA', 0],
    ['AA-A', 2],
    ['AAAé', 3],
    ['AAAA=', 4],
    ['AA=\n', 4],
    ['A\nA', 1],
    ['AAAAA\n', 5],
  ])('%j is refused at byte %i', (value, at) => {
    expect(parseBase64(value)).toEqual({ error: `illegal base64 data at input byte ${at}` })
  })

  it('accepts megabytes', () => {
    const text = 'AbC9'.repeat(500_000)
    expect(parseBase64(text)).toEqual({ text })
  })
})
