// Stands in for the native part of vite's bundler: whatever vite takes from it is an empty function.
module.exports = new Proxy({}, { get: () => function () {} });
