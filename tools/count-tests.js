// Adds up the JSON reports of several test runs: prints what failed, and a summary line. Exits with 1 if a test failed
// or none ran.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** How much of a failure is shown, in characters: what the test run itself prints is far above. */
const SHOWN = 4000

const folder = process.argv[2] ?? '.'
const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
const sum = (key) => reports.reduce((total, report) => total + report[key], 0)
const passed = sum('numPassedTests')
const failed = sum('numFailedTests')

const cut = (text) => (text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text)
const tell = (name, messages) => process.stdout.write(`failed: ${name}\n${cut(messages.join('\n'))}\n\n`)
for (const { name, status, message, assertionResults } of reports.flatMap(({ testResults }) => testResults)) {
  if (status === 'failed' && message) tell(name, [message])
  for (const test of assertionResults)
    if (test.status === 'failed') tell(`${name}: ${test.fullName}`, test.failureMessages)
}

process.stdout.write(`${passed} passed, ${failed} failed, ${sum('numPendingTests') + sum('numTodoTests')} skipped\n`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
