import { createHash } from 'node:crypto';
import { safeUrl } from '../platform/text/html.ts';

/** What a page may load. Inline styles and scripts are named by their very text, so nothing else runs. */
export interface PageNeeds {
  styles?: readonly string[];
  scripts?: readonly string[];
  /** Addresses of pictures: their origins are allowed, no others. */
  pictures?: readonly (string | null)[];
  /** Reads barcodes: the camera, and WebAssembly fetched from ourselves. */
  camera?: boolean;
  /** Origins to which a form's answer may lead, beside ourselves. */
  formTargets?: readonly string[];
  /** Asks ourselves for more while it is shown, or shows a page of ours in a frame. */
  fetches?: boolean;
  /** Its forms say where they come from (own-forms.ts), so its own address may be told to ourselves. */
  namesItself?: boolean;
}

/** Headers of a page that shows something private: kept nowhere, found by nobody, framed by nobody. */
export function privatePageHeaders(needs: PageNeeds = {}): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': contentPolicy(needs),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=(${needs.camera === true ? 'self' : ''}), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)`,
    // Under `no-referrer` every form says that it comes from nowhere.
    'referrer-policy': needs.namesItself === true ? 'same-origin' : 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  };
}

function contentPolicy({
  styles = [],
  scripts = [],
  pictures = [],
  camera = false,
  formTargets = [],
  fetches = false,
}: PageNeeds): string {
  const origins = pictures.flatMap((picture) => {
    const url = safeUrl(picture);
    return url === null ? [] : [new URL(url).origin];
  });
  const sources: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'style-src': ["'self'", ...styles.map(hashSource)],
    'script-src': ["'self'", ...scripts.map(hashSource), ...(camera ? ["'wasm-unsafe-eval'"] : [])],
    ...(camera || fetches ? { 'connect-src': ["'self'"] } : {}),
    ...(fetches ? { 'frame-src': ["'self'"] } : {}),
    'img-src': ["'self'", 'data:', ...new Set(origins)],
    'form-action': ["'self'", ...formTargets],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(sources)
    .map(([directive, allowed]) => [directive, ...allowed].join(' '))
    .join('; ');
}

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
