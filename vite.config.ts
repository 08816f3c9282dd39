// How Vite builds and serves the page: as it does by default. Sweeps import 'furrow', which is here.

import { defaultClientConditions, defineConfig } from 'vite'

/** With these a page is cross-origin isolated, and its workers may share memory. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

export default defineConfig({
  root: 'src/web',
  resolve: { conditions: ['furrow-source', ...defaultClientConditions] },
  server: { headers },
  preview: { headers },
})
