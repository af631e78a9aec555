// Eleventy, https://www.11ty.dev
import { Eleventy } from '@11ty/eleventy';

const options = { configPath: 'eleventy.config.mjs', quietMode: true };

export async function makeSite(output) {
  await new Eleventy('content', output, options).write();
}

export async function serveSite(output, port) {
  const site = new Eleventy('content', output, { ...options, runMode: 'serve', pathPrefix: '/docs/' });
  await site.init();
  await site.watch();
  await site.serve(port);
}
