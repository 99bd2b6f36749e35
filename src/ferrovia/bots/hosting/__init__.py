"""Running bots that others wrote: sandboxing, time limits, programs in any language."""
