import { registerHooks } from 'node:module';

const root = new URL('../../', import.meta.url).href;

export function resolveOwnImports() {
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context;
      if (specifier.endsWith('.ts') && specifier.startsWith('.') && parentURL !== undefined && parentURL.startsWith(root)) {
        return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
      }
      return next(specifier, context);
    },
  });
}
