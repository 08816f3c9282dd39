// Pages for tests: built by Vite, served on loopback, opened in the machine's own Chromium.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build, preview } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const configFile = join(root, 'vite.config.ts')
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** WebGPU on the CPU, by the SwiftShader that Chromium brings along. */
const GPU_FLAGS = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
]

/** The browser that FURROW_CHROMIUM names, or the first in PATH; undefined where there is none. */
export function findChromium(): string | undefined {
  const named = process.env.FURROW_CHROMIUM
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  return ['chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file))
}

export const launch = (executablePath: string, gpu = false): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...FLAGS, ...(gpu ? GPU_FLAGS : ['--disable-gpu'])] })

/** Builds the page as its users do: by Vite's command, which minifies. */
export function buildPage(outDir: string): void {
  const { NODE_ENV: _, ...env } = process.env
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--outDir', outDir, '--emptyOutDir'], {
    cwd: root,
    env,
    stdio: 'pipe',
  })
}

/** Builds another page of this folder alone. */
export async function buildFixture(name: string, outDir: string): Promise<void> {
  const input = fileURLToPath(new URL(name, import.meta.url))
  await build({
    configFile,
    root: join(root, 'src/web'),
    logLevel: 'silent',
    build: { outDir, rolldownOptions: { input } },
  })
}

export interface Site {
  readonly url: string
  close(): Promise<void>
}

/** Serves a built page, with the headers that let it share memory or without. */
export async function serve(outDir: string, isolated: boolean): Promise<Site> {
  const server = await preview({
    configFile,
    root: join(root, 'src/web'),
    logLevel: 'silent',
    build: { outDir },
    preview: {
      host: '127.0.0.1',
      port: 0,
      ...(!isolated && {
        headers: {
          'Cross-Origin-Opener-Policy': 'unsafe-none',
          'Cross-Origin-Embedder-Policy': 'unsafe-none',
        },
      }),
    },
  })
  const { port } = server.httpServer.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** Opens a page; whatever it says on its console as an error ends up in `faults`. */
export async function open(
  browser: Browser,
  url: string,
): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await page.goto(url)
  return { page, faults }
}
