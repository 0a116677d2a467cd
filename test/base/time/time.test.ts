import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatMicroTime,
  formatTime,
  goTimeString,
  humanAge,
  isZeroTime,
  parseDuration,
  parseMicroTime,
  parseTime,
} from '../../../src/base/time/time.js'

const TIME = '2006-01-02T15:04:05Z07:00'
const MICRO = '2006-01-02T15:04:05.000000Z07:00'

describe('parseTime', () => {
  it.each([
    ['2024-05-01T10:00:00Z', '2024-05-01T10:00:00Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59Z'],
    ['2025-01-31T13:34:56.789+01:00', '2025-01-31T12:34:56Z'],
    ['2024-05-01T10:00:00.999999999999Z', '2024-05-01T10:00:00Z'],
    ['2024-05-01T10:00:00,5Z', '2024-05-01T10:00:00Z'],
    ['2024-05-01T1:00:00Z', '2024-05-01T01:00:00Z'],
    ['2024-12-31T23:30:00-01:00', '2025-01-01T00:30:00Z'],
    ['2024-05-01T10:00:00+24:60', '2024-04-30T09:00:00Z'],
    ['0000-01-01T00:00:00+01:00', '-0001-12-31T23:00:00Z'],
    ['9999-12-31T23:59:59-00:01', '10000-01-01T00:00:59Z'],
    ['0050-02-28T00:00:00+00:00', '0050-02-28T00:00:00Z'],
  ])('%s is %s', (text, time) => {
    expect(parseTime(text)).toEqual({ time })
  })

  it.each([
    ['', `parsing time "" as "${TIME}": cannot parse "" as "2006"`],
    ['yesterday', `parsing time "yesterday" as "${TIME}": cannot parse "yesterday" as "2006"`],
    ['2025', `parsing time "2025" as "${TIME}": cannot parse "" as "-"`],
    ['2025-01-31', `parsing time "2025-01-31" as "${TIME}": cannot parse "" as "T"`],
    ['2025-1-31T00:00:00Z', `parsing time "2025-1-31T00:00:00Z" as "${TIME}": cannot parse "1-31T00:00:00Z" as "01"`],
    ['2025-01-31 00:00:00Z', `parsing time "2025-01-31 00:00:00Z" as "${TIME}": cannot parse " 00:00:00Z" as "T"`],
    ['2025-01-31T00:0:00Z', `parsing time "2025-01-31T00:0:00Z" as "${TIME}": cannot parse "0:00Z" as "04"`],
    ['2025-01-31T00:00:00', `parsing time "2025-01-31T00:00:00" as "${TIME}": cannot parse "" as "Z07:00"`],
    ['2025-01-31T00:00:00z', `parsing time "2025-01-31T00:00:00z" as "${TIME}": cannot parse "z" as "Z07:00"`],
    [
      '2025-01-31T00:00:00+0100',
      `parsing time "2025-01-31T00:00:00+0100" as "${TIME}": cannot parse "+0100" as "Z07:00"`,
    ],
    ['2025-13-01T00:00:00Z', 'parsing time "2025-13-01T00:00:00Z": month out of range'],
    ['2025-00-01T00:00:00Z', 'parsing time "2025-00-01T00:00:00Z": month out of range'],
    ['2025-02-29T00:00:00Z', 'parsing time "2025-02-29T00:00:00Z": day out of range'],
    ['2025-01-00T00:00:00Z', 'parsing time "2025-01-00T00:00:00Z": day out of range'],
    ['2025-01-99T24:00:00Z', 'parsing time "2025-01-99T24:00:00Z": hour out of range'],
    ['2025-01-31T00:60:00Z', 'parsing time "2025-01-31T00:60:00Z": minute out of range'],
    ['2025-01-31T00:00:60Z', 'parsing time "2025-01-31T00:00:60Z": second out of range'],
    ['2025-01-31T00:00:00+25:00', 'parsing time "2025-01-31T00:00:00+25:00": time zone offset hour out of range'],
    ['2025-01-31T00:00:00+25:61', 'parsing time "2025-01-31T00:00:00+25:61": time zone offset minute out of range'],
    ['2024-05-01T10:00:00Z ', 'parsing time "2024-05-01T10:00:00Z ": extra text: " "'],
    ['2024-02-31T10:00:00Zé', 'parsing time "2024-02-31T10:00:00Z\\xc3\\xa9": extra text: "\\xc3\\xa9"'],
    ['é', `parsing time "\\xc3\\xa9" as "${TIME}": cannot parse "\\xc3\\xa9" as "2006"`],
    ['a"\\\n', `parsing time "a\\"\\\\\\x0a" as "${TIME}": cannot parse "a\\"\\\\\\x0a" as "2006"`],
  ])('%j is refused', (text, error) => {
    expect(parseTime(text)).toEqual({ error })
  })

  it('parses what formatTime prints', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }), (ms) => {
        const text = formatTime(ms)
        expect(text).toBe(`${new Date(ms).toISOString().slice(0, 19)}Z`)
        expect(parseTime(text)).toEqual({ time: text })
        expect(parseTime(text.replace('Z', '+00:00'))).toEqual({ time: text })
      }),
    )
  })
})

describe('parseMicroTime', () => {
  it.each([
    ['2024-05-01T10:00:00.123456Z', '2024-05-01T10:00:00.123456Z'],
    ['2024-05-01T12:00:00.000001+02:00', '2024-05-01T10:00:00.000001Z'],
    ['2024-02-29T12:00:00,500000Z', '2024-02-29T12:00:00.500000Z'],
    ['2024-05-01T10:00:00.+12345Z', '2024-05-01T10:00:00.012345Z'],
  ])('%s is %s', (text, time) => {
    expect(parseMicroTime(text)).toEqual({ time })
  })

  it.each([
    ['now', `parsing time "now" as "${MICRO}": cannot parse "now" as "2006"`],
    ['2024-05-01T10:00:00Z', `parsing time "2024-05-01T10:00:00Z" as "${MICRO}": cannot parse "Z" as ".000000"`],
    [
      '2024-05-01T10:00:00.123Z',
      `parsing time "2024-05-01T10:00:00.123Z" as "${MICRO}": cannot parse ".123Z" as ".000000"`,
    ],
    [
      '2024-05-01T12:00:00.5+02:00',
      `parsing time "2024-05-01T12:00:00.5+02:00" as "${MICRO}": cannot parse ".5+02:00" as ".000000"`,
    ],
    [
      '2024-05-01T10:00:00.123456789Z',
      `parsing time "2024-05-01T10:00:00.123456789Z" as "${MICRO}": cannot parse "789Z" as "Z07:00"`,
    ],
    ['2024-05-01T10:00:00.-12345Z', 'parsing time "2024-05-01T10:00:00.-12345Z": fractional second out of range'],
    ['2024-05-01T10:00:00.000000Z ', 'parsing time "2024-05-01T10:00:00.000000Z ": extra text: " "'],
    ['2024-13-01T10:00:00.000000Z', 'parsing time "2024-13-01T10:00:00.000000Z": month out of range'],
    ['2024-04-31T10:00:00.000000Z', 'parsing time "2024-04-31T10:00:00.000000Z": day out of range'],
  ])('%j is refused', (text, error) => {
    expect(parseMicroTime(text)).toEqual({ error })
  })
})

describe('formatting times', () => {
  it.each([
    [0, '1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000000Z'],
    [1714557600999, '2024-05-01T10:00:00Z', '2024-05-01T10:00:00.999000Z'],
    [1714557600000.25, '2024-05-01T10:00:00Z', '2024-05-01T10:00:00.000250Z'],
    [-1, '1969-12-31T23:59:59Z', '1969-12-31T23:59:59.999000Z'],
  ])('formats %s as %s and %s', (ms, time, micro) => {
    expect([formatTime(ms), formatMicroTime(ms)]).toEqual([time, micro])
  })

  it.each([
    ['2024-05-01T11:00:00Z', '2024-05-01 11:00:00 +0000 UTC'],
    ['2024-05-01T11:00:00.000000Z', '2024-05-01 11:00:00 +0000 UTC'],
    ['2024-05-01T11:00:00.120300Z', '2024-05-01 11:00:00.1203 +0000 UTC'],
    ['2024-05-01T11:00:00.000001Z', '2024-05-01 11:00:00.000001 +0000 UTC'],
  ])('goTimeString prints %s as %s', (time, text) => {
    expect(goTimeString(time)).toBe(text)
  })

  it.each([
    ['0001-01-01T00:00:00Z', true],
    ['0001-01-01T00:00:00.000000Z', true],
    ['0001-01-01T00:00:00.000001Z', false],
    ['1970-01-01T00:00:00Z', false],
  ])('isZeroTime %s: %s', (time, zero) => {
    expect(isZeroTime(time)).toBe(zero)
  })
})

describe('parseDuration', () => {
  it.each<[string | number, number]>([
    ['40s', 40_000],
    ['1m30s', 90_000],
    ['200ms', 200],
    ['1.5h', 5_400_000],
    ['.5s', 500],
    ['5.s', 5000],
    ['250us', 0.25],
    ['0', 0],
    ['0s', 0],
    [250, 250],
    [0, 0],
  ])('%s is %s ms', (input, ms) => {
    expect(parseDuration(input)).toEqual({ ms })
  })

  it.each<[string | number, string]>([
    ['', '""'],
    ['40', '"40"'],
    ['-1s', '"-1s"'],
    ['1d', '"1d"'],
    ['1 s', '"1 s"'],
    ['.s', '".s"'],
    ['soon', '"soon"'],
    [-1, '-1'],
    [Number.NaN, 'NaN'],
    [Infinity, 'Infinity'],
  ])('%s is refused', (input, shown) => {
    expect(parseDuration(input)).toEqual({
      error: `${shown} is not a duration: give one such as "40s", "1m30s" or "200ms", or a number of milliseconds, and not a negative one`,
    })
  })
})

describe('humanAge', () => {
  const S = 1000
  const M = 60 * S
  const H = 60 * M
  const D = 24 * H
  it.each([
    [-2 * S, '<invalid>'],
    [-1999, '0s'],
    [-1, '0s'],
    [0, '0s'],
    [119_999, '119s'],
    [2 * M, '2m'],
    [2 * M + S, '2m1s'],
    [10 * M - 1, '9m59s'],
    [10 * M, '10m'],
    [3 * H - 1, '179m'],
    [3 * H, '3h'],
    [3 * H + M, '3h1m'],
    [8 * H - 1, '7h59m'],
    [8 * H, '8h'],
    [48 * H - 1, '47h'],
    [48 * H, '2d'],
    [49 * H, '2d1h'],
    [8 * D - 1, '7d23h'],
    [8 * D, '8d'],
    [730 * D - 1, '729d'],
    [730 * D, '2y'],
    [731 * D, '2y1d'],
    [8 * 365 * D - 1, '7y364d'],
    [8 * 365 * D, '8y'],
    [100 * 365 * D, '100y'],
  ])('%s ms is %s', (ms, text) => {
    expect(humanAge(ms)).toBe(text)
  })
})
