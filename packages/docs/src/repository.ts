/** Where things are. */
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');
export const packageFolder = join(root, 'packages/docs');
/** Where the program looks for the built site. */
export const siteFolder = join(packageFolder, 'site');
/** The address of the site on a server of Facevalue. */
export const sitePath = '/docs/';

export type Language = 'en' | 'ru';
export const languages: readonly Language[] = ['en', 'ru'];
