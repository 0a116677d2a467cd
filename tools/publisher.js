// Where the package is published from: `node tools/publisher.js https://github.com/OWNER/NAME` writes the address to
// package.json, once. Without an address it checks that one is there, as `npm publish` does before it packs.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../package.json', import.meta.url))
const manifest = JSON.parse(readFileSync(file, 'utf8'))
const [address] = process.argv.slice(2)

/** Returns the members of package.json that follow from the address of a repository. */
function membersOf(url) {
  const page = url.replace(/(\.git)?\/?$/, '')
  return {
    repository: { type: 'git', url: `git+${page}.git` },
    homepage: `${page}#readme`,
    bugs: { url: `${page}/issues` },
  }
}

/** Ends with what is wrong, and how to mend it. */
function fail(problem) {
  console.error(`${problem}\nTell where it is published from: node tools/publisher.js https://github.com/OWNER/NAME`)
  process.exit(1)
}

if (address === undefined) {
  const { repository, homepage, bugs } = manifest
  const missing = Object.entries({ repository, homepage, bugs }).flatMap(([name, value]) => (value ? [] : [name]))
  if (missing.length > 0) fail(`package.json has no ${missing.join(', ')}: users would not find where it comes from.`)
} else {
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') fail(`${address} is not an https address.`)
  const members = Object.entries(manifest).flatMap(([name, value]) =>
    name in membersOf(address)
      ? []
      : name === 'license'
        ? [[name, value], ...Object.entries(membersOf(address))]
        : [[name, value]],
  )
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(members), undefined, 2)}\n`)
}
