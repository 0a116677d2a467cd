// Adds up the JSON reports of several test runs and prints a summary line; exits with 1 if a test failed or none ran.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2] ?? '.'
const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
const sum = (key) => reports.reduce((total, report) => total + report[key], 0)
const passed = sum('numPassedTests')
const failed = sum('numFailedTests')

process.stdout.write(`${passed} passed, ${failed} failed, ${sum('numPendingTests') + sum('numTodoTests')} skipped\n`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
