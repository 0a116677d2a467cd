import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The notice for what is bundled besides packages. */
export const KUBERNETES = `Kubernetes (Apache-2.0)

What OpenAPI documents say of the built-in kinds (chunks/model-generated-descriptions.js) is taken over unchanged from those of
Kubernetes. Copyright The Kubernetes Authors. The licence is that of fakecluster itself: see LICENSE.
`

/** Returns the text of a file of licences, one after the other. */
export const licencesText = (sections) =>
  `fakecluster contains these packages:\n\n${sections.join(`\n${'-'.repeat(80)}\n\n`)}`

/** Returns the licence of each package that a bundle has modules of. */
export function licencesOf(moduleIds) {
  const modules = new Map()
  for (const id of [...moduleIds].sort()) {
    const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/')) ?? []
    if (folder) modules.set(folder, [...(modules.get(folder) ?? []), id])
  }
  return [...modules].map(([folder, ids]) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : headNotices(ids)}\n`
  })
}

/** Returns the notices at the head of a package's modules, for a package without a licence file. */
function headNotices(ids) {
  const notices = ids.flatMap((id) => readFileSync(id, 'utf8').match(/^(?:\/\/.*\n)+/)?.[0] ?? [])
  const texts = [...new Set(notices.map((notice) => notice.replaceAll(/^\/\/ ?/gm, '').trim()))]
  return texts.filter((text) => !texts.some((other) => other !== text && text.startsWith(other))).join('\n\n')
}
