"""System.Collections."""
