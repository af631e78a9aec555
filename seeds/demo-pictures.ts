import { join } from 'node:path';

/** The pictures of the demo brands, as `<brand>-<size>.png`; seeds/pictures/draw.ts draws them. */
export const demoPictures = join(import.meta.dirname, 'pictures');
