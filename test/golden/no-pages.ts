/** GET routes that answer no page of their own, and what they answer. */
export const others: Record<string, string> = {
  '/c/bulk/:id/live': 'a part of its page',
  '/o/clients/:id/bulk/:bulk/live': 'a part of its page',
  '/c/bulk/template.csv': 'exports/bulk-empty',
  '/c/bulk/template.xlsx': 'exports/bulk-empty-workbook',
  '/c/orders/:id/live': 'a part of its page',
  '/c/look/:look/pdf': 'pdfs/certificate',
  '/docs': 'leads to /docs/',
  '/docs/*': 'the documentation site, made of docs/',
  '/g/:token/*': 'leads to the gift',
  '/g/offline.js': 'a script',
  '/healthz': 'answers/process',
  '/home': 'leads to one’s own side',
  '/integration/v1/used': 'answers/integration',
  '/metrics': 'for monitoring',
  '/o/live': 'a part of its page',
  '/o/orders/:id/live': 'a part of its page',
  '/o/clients/:id/looks/:look/pdf': 'pdfs/certificate',
  '/o/clients/bulk-sample.csv': 'exports/bulk-empty',
  '/o/clients/bulk-sample.xlsx': 'exports/bulk-empty-workbook',
  '/o/products/:id/templates/file': 'a template, as a file',
  '/o/products/:id/templates/pdf': 'pdfs/certificate',
  '/openapi.json': 'docs/openapi.json',
  '/pictures/by/:client/:name': 'a picture',
  '/pictures/of/:supplier/:name': 'a picture',
  '/readyz': 'answers/process',
  '/s/templates/:id/file': 'a template, as a file',
  '/s/templates/:id/pdf': 'pdfs/certificate',
  '/till/check': 'leads to /till',
  '/x/:token': 'pages-of-choice.ts',
  '/x/:token/code': 'leads to /x/:token/confirm',
  '/x/:token/confirm': 'pages-of-choice.ts',
  '/till/redeem': 'leads to /till',
  '/till/scanner.js': 'a script',
  '/till/scanner.wasm': 'a script',
  '/till/sign-in': 'leads to /till',
  '/till/sign-out': 'leads to /till',
  '/web/:name': 'style sheets and scripts',
};

/** Its name has a digest of what is in it. */
const giftScript = /^\/gift-page\//;
/** What is nowhere has the pages `nowhere` and `o/nowhere`. */
const rest = /^\/(?:\w+\/)?\*$/;

/** What a route answers instead of a page; null: it has one. */
export function noPages(route: string): string | null {
  if (giftScript.test(route)) return 'a script';
  return others[route] ?? (rest.test(route) ? 'nothing is there' : null);
}
